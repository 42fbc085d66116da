// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A function in .fini_array runs when main returns.
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int state;
static void last(void) { if (state == 5) reach_error(); }
__attribute__((section(".fini_array"), used)) static void (*entry)(void) = last;
int main(void)
{
    state = __VERIFIER_nondet_int() ? 4 + BUG : 3;
    return 0;
}
