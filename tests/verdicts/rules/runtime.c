/* Runs a program with its monitor over every combination of its inputs, and prints which violations were seen.

   Every run starts from the same memory, in this process: the program's variables lie in a section of their own, which is
   restored, and objects come from an arena that never hands out anything twice. A run that uses a null pointer ends there;
   one that uses memory that is gone, or frees what it must not, counts as undefined.

   There are two rounds. What C leaves open differs between them: whether a local lies where it lay in the call before,
   and what memory holds that was never set. What only one of them shows is "perhaps". */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHOICES = 64, ABORTS = 64, OBJECTS = 400, PAGE = 4096, FUNCTIONS = 32, FRAMES = 16, SLOTS = 4, SITES = 32, ADDRESSES = 40 };
enum { DONE, FAULT, UNDEFINED, CUT };

void program(void), monitor_reset(void);
extern char __start_program_data[], __stop_program_data[];

static int chosen[CHOICES], among[CHOICES], length, position;
static int round_now, loose_now, most_turns = 3, turns[SITES], laps[SITES];
static int seen_strictly[ABORTS][2], seen_loosely[ABORTS], tried_at[ABORTS];
static long ended[4];
static char *arena, *saved;
static int objects, sizes[OBJECTS];
static char gone[OBJECTS];
static int depth[FUNCTIONS];
static char *frame[FUNCTIONS][FRAMES][SLOTS];
static unsigned long addresses[ADDRESSES];
static int interesting, tried_addresses, guessing;
static sigjmp_buf stop;

/* Whether a handler of the specification runs: what faults there is not the program's. */
int monitoring;

static void end(int how) { siglongjmp(stop, how + 1); }

/* One of n values. */
int in(int n)
{
    if (position == CHOICES)
        end(CUT);
    if (position == length)
        chosen[length++] = 0;
    among[position] = n;
    return chosen[position++];
}

/* Whether a loop that the program may repeat for ever is repeated once more. */
int more(int site) { return turns[site] < most_turns && in(2) ? ++turns[site], 1 : 0; }

/* A loop that goes on until something succeeds: runs in which that takes long are left out. */
void turn(int site)
{
    if (++turns[site] > most_turns)
        end(DONE);
}

/* A walk along a list goes on; one along a ring does so for ever. */
void lap(int site)
{
    if (++laps[site] > 40)
        end(CUT);
}

/* From here on the run is one that only our checker's view of code outside allows. */
void loosely(void) { loose_now = 1; }

void tried(int k) { tried_at[k] = 1; }

void seen(int k)
{
    if (loose_now)
        seen_loosely[k] = 1;
    else
        seen_strictly[k][round_now] = 1;
}

static char *object(int bytes)
{
    if (objects == OBJECTS || bytes > PAGE)
        end(CUT);
    sizes[objects] = bytes;
    return memset(arena + (long)PAGE * objects++, round_now, bytes);
}

void *allocate(int bytes, int zeroed)
{
    char *made = object(bytes);
    return zeroed ? memset(made, 0, bytes) : made;
}

void release(const void *p)
{
    long offset = (const char *)p - arena;
    if (!p)
        return;
    if (offset < 0 || offset >= (long)OBJECTS * PAGE || offset % PAGE || gone[offset / PAGE])
        end(UNDEFINED);
    gone[offset / PAGE] = 1;
    mprotect(arena + offset, PAGE, PROT_NONE);
}

/* Notes an address that a guess may be compared with, in this run or another. */
unsigned long interest(unsigned long address)
{
    int i;
    for (i = 0; i < interesting; i++)
        if (addresses[i] == address)
            return address;
    if (interesting < ADDRESSES)
        addresses[interesting++] = address;
    return address;
}

/* Any number: an address that some run was interested in, now or later, or what has a member there, or none. */
unsigned long any_address(int member)
{
    int k = in(2 * tried_addresses + 2);
    guessing = 1;
    if (k < 2)
        return k ? 0x77000000 : 0;
    return addresses[(k - 2) / 2] - (k % 2 ? member : 0);
}

/* How many objects there are outside. */
int most_objects(void) { return most_turns; }

/* One of the program's own objects: some that are given, or one from the arena. */
void *known_object(void **given, int count, int bytes, int member)
{
    int k = in(count + objects + 1);
    loosely();
    if (k < count)
        return given[k];
    k -= count;
    /* Or one that only its member makes it, at such an address or at 0. */
    return k < objects ? arena + (long)PAGE * k - (sizes[k] == bytes ? 0 : member) : (char *)-(long)member;
}

/* A local of a function whose address is taken. */
void enter(int function)
{
    if (++depth[function] == FRAMES)
        end(CUT);
}

void leave(int function) { depth[function]--; }

void *slot(int function, int n, int bytes)
{
    char **place = &frame[function][depth[function]][n];
    if (!*place || round_now == 1)
        *place = object(bytes);
    return memset(*place, round_now, bytes);
}

void stop_here(void) { end(DONE); }
void undefined_here(void) { end(UNDEFINED); }
void cut_here(void) { end(CUT); }

static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    end(loose_now ? DONE : (unsigned long)info->si_addr < PAGE && !monitoring ? FAULT : UNDEFINED);
}

static void reset(void)
{
    int i;
    memcpy(__start_program_data, saved, __stop_program_data - __start_program_data);
    for (i = 0; i < objects; i++)
        if (gone[i])
            mprotect(arena + (long)PAGE * i, PAGE, PROT_READ | PROT_WRITE);
    memset(gone, 0, sizeof gone);
    memset(depth, 0, sizeof depth);
    memset(frame, 0, sizeof frame);
    memset(turns, 0, sizeof turns);
    memset(laps, 0, sizeof laps);
    objects = position = loose_now = monitoring = 0;
    monitor_reset();
}

static int next(void)
{
    for (; length > 0; length--)
        if (++chosen[length - 1] < among[length - 1])
            return 1;
    return 0;
}

static long explore(long most)
{
    long runs = 0;
    length = 0;
    do {
        int how;
        if (++runs > most)
            return -1;
        reset();
        how = sigsetjmp(stop, 0);
        if (how == 0)
            program();
        ended[how ? how - 1 : DONE]++;
        length = position < length ? position : length;
    } while (next());
    return runs;
}

int main(int count, char **argument)
{
    long most = count > 1 ? atol(argument[1]) : 3000, size = __stop_program_data - __start_program_data, runs = 0;
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };
    stack_t stack = { .ss_sp = malloc(1 << 16), .ss_size = 1 << 16 };
    int k;
    most_turns = count > 2 ? atoi(argument[2]) : most_turns;
    alarm(10);
    sigaltstack(&stack, 0);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    arena = mmap((void *)0x10000000, (long)OBJECTS * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    saved = memcpy(malloc(size + 1), __start_program_data, size);
    do {
        tried_addresses = interesting;
        for (round_now = 0; round_now < 2; round_now++)
            if ((runs = explore(most)) < 0)
                return 3;
    } while (guessing && tried_addresses < interesting);
    printf("runs %ld %ld %ld %ld %ld\n", runs, ended[DONE], ended[FAULT], ended[UNDEFINED], ended[CUT]);
    for (k = 0; k < ABORTS; k++)
        if (tried_at[k])
            printf("abort %d %s\n", k, seen_strictly[k][0] && seen_strictly[k][1] ? "yes"
                : seen_strictly[k][0] || seen_strictly[k][1] || seen_loosely[k] ? "perhaps" : "no");
    return 0;
}
