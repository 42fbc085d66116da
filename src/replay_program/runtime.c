#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* How this program ends. */
enum { VIOLATED = 10, NOT_VIOLATED = 11, ASSUMED_OTHERWISE = 12, NO_MEMORY = 13 };

/* Where objects lie that the program is given. */
#define OUTSIDE ((uintptr_t)0x09000000)
#define OUTSIDE_END ((uintptr_t)0x10000000)

/* 'n': a number; 'b': bytes; 'f': a new object of so many bytes; 'o': the object at that address, which begins with
   these bytes; 'a': so many bytes behind an address; 0: nothing is said. */
struct cegar_value {
    char kind;
    unsigned long long number;
    const char *bytes;
    unsigned long size;
    void *const *address;
    const struct cegar_patch *patches;
};

/* An address that lies somewhere, or so many bytes behind the start of something. */
struct cegar_patch {
    unsigned long at;
    void *const *address;
    unsigned long offset;
};

/* The values that somebody asks for, in order. */
struct cegar_table {
    const char *who;
    const struct cegar_value *values;
    unsigned long count;
    unsigned long next;
};

struct cegar_object {
    unsigned long address;
    const char *bytes;
    unsigned long size;
};

static int verbose;
static uintptr_t resolved(const struct cegar_value *value);

static void fill(void *to, size_t size, const void *from, size_t given)
{
    size_t n;
    for (n = 0; n < size; n++)
        ((volatile unsigned char *)to)[n] = n < given ? ((const unsigned char *)from)[n] : 0;
}

/* Puts addresses to where they lie in an object. */
static void mend(void *object, size_t size, const struct cegar_patch *patch)
{
    for (; patch && patch->address; patch++) {
        uintptr_t value = (uintptr_t)*patch->address + patch->offset;
        if (patch->at + sizeof value <= size)
            fill((char *)object + patch->at, sizeof value, &value, sizeof value);
    }
}

static const char *said(void)
{
    return "replay: ";
}

_Noreturn static void end(int status)
{
    fflush(NULL);
    _exit(status);
}

_Noreturn void cegar_ended(const char *why)
{
    fprintf(stderr, "%sthe program ends without a violation: %s\n", said(), why);
    end(NOT_VIOLATED);
}

_Noreturn void cegar_halted(void)
{
    fprintf(stderr, "%sthe rule says that this execution is not looked at any further\n", said());
    end(ASSUMED_OTHERWISE);
}

void cegar_assume(int holds)
{
    if (holds)
        return;
    fprintf(stderr, "%sthe program assumes what does not hold\n", said());
    end(ASSUMED_OTHERWISE);
}

/* Only one object is watched: the one that this comparison meets. */
void *cegar_watched;

_Bool cegar_watches(const volatile void *object)
{
    static unsigned long long compared;
    static _Bool met;
    if (WATCHED_MET && compared++ == WATCHED_BEFORE) {
        cegar_watched = (void *)object;
        met = 1;
    }
    return met && object == cegar_watched;
}

static uintptr_t fresh(size_t size)
{
    void *object = calloc(1, size ? size : 1);
    if (!object) {
        fprintf(stderr, "%sthere is no memory for an object of %zu bytes\n", said(), size);
        end(NO_MEMORY);
    }
    return (uintptr_t)object;
}

static uintptr_t resolved(const struct cegar_value *value)
{
    switch (value->kind) {
    case 'f':
        return fresh(value->number);
    case 'o':
        fill((void *)(uintptr_t)value->number, value->size, value->bytes, value->size);
        mend((void *)(uintptr_t)value->number, value->size, value->patches);
        return value->number;
    case 'a':
        return (uintptr_t)*value->address + value->number;
    default:
        return value->number;
    }
}
