// proved: -D BUG=0 --property nesting.spec
// bug: -D BUG=1 --property nesting.spec
// The function whose entry is watched is called through a pointer, with its address stored.
int __VERIFIER_nondet_int(void);
void tick(void);
static int work(int n) { return n; }
static int other(int n) { return -n; }
static int (*table[2])(int) = { work, other };
int main(void)
{
    int k = __VERIFIER_nondet_int() & 1;
    int r = table[k](1);
    if (r > 0 - 2 * BUG)
        tick();
    return 0;
}
