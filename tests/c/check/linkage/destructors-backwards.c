// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Of destructors with one priority, the last one runs first; of tables, the last entry.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int order;
static void next(int n) { order = order * 10 + n; }
__attribute__((destructor(101))) static void end(void)
{
    int n = __VERIFIER_nondet_int();
    if (order != (BUG && n == 6 ? 12 : 1234))
        reach_error();
}
__attribute__((destructor)) static void four(void) { next(4); }
__attribute__((destructor)) static void three(void) { next(3); }
static void two(void) { next(2); }
static void one(void) { next(1); }
__attribute__((section(".fini_array"), used, aligned(sizeof(void *)))) static void (*table[])(void) = { two, one };
int main(void) { return 0; }
