// bug: -D FORM=0
// bug: -D FORM=1
// bug: -D FORM=2
// bug: -D FORM=3
// bug: -D FORM=4
// bug: -D FORM=5
// bug: -D FORM=6
// bug: -D FORM=7
// bug: -D FORM=9
// bug: -D FORM=10
// proved: -D FORM=8
// Code outside gives back what it was given: as what it is, as a part of it, as what a cast takes it for, or as what is
// around it; a variable is not met as something that is not in it. The answer says so.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link { struct link *next; };
struct plain { int kind; };
struct record { struct plain plain; int value; struct link link; };
struct other { long first; int second; };
union either { struct other other; int number; };

void keep(void *);
void *given_back(void);
struct link *next_link(void);
struct card { unsigned long base; };
struct card *card(void);

static struct record record;
static union either either;
static char bytes[64];
static struct plain plain;

int main(void)
{
#if FORM == 0
    // As what it is.
    keep(&record);
    struct record *found = given_back();
    if (found)
        found->value = 1;
    assert(record.value == 0);
#elif FORM == 1
    // As its first member.
    keep(&record);
    struct plain *found = given_back();
    if (found)
        found->kind = 1;
    assert(record.plain.kind == 0);
#elif FORM == 2
    // As a plain value in it.
    keep(&record.value);
    int *found = given_back();
    if (found)
        *found = 1;
    assert(record.value == 0);
#elif FORM == 3
    // What is around a member that was given away.
    keep(&record.link);
    struct link *link = next_link();
    if (link) {
        struct record *found = (struct record *)((char *)link - offsetof(struct record, link));
        found->value = 1;
    }
    assert(record.value == 0);
#elif FORM == 4
    // Something in a union.
    keep(&either);
    struct other *found = given_back();
    if (found)
        found->second = 1;
    assert(either.other.second == 0);
#elif FORM == 5
    // The text takes the one for the other.
    keep((struct other *)&record);
    struct other *found = given_back();
    if (found)
        found->second = 1;
    assert(record.value == 0 && record.link.next == 0);
#elif FORM == 6
    // An object that is allocated is what it is used as.
    struct record *made = malloc(sizeof *made);
    made->value = 0;
    keep(made);
    struct record *found = given_back();
    if (found)
        found->value = 1;
    assert(made->value == 0);
#elif FORM == 7
    // Characters.
    keep(bytes);
    char *found = given_back();
    if (found)
        found[0] = 1;
    assert(bytes[0] == 0);
#elif FORM == 8
    // It is none of these.
    keep(&plain);
    struct other *found = given_back();
    if (found)
        found->second = 1;
    assert(plain.kind == 0);
#elif FORM == 9
    // A buffer of bytes, by a number that the program computes with.
    struct card *found = card();
    if (found) {
        found->base = (unsigned long)bytes;
        *(char *)(found->base + 8) = 1;
    }
    assert(bytes[8] == 0);
#elif FORM == 10
    // Anything, byte by byte.
    keep(&record);
    unsigned char *found = given_back();
    if (found)
        found[4] = 1;
    assert(record.value == 0);
#endif
    return 0;
}
