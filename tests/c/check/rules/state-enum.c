// proved: -D BUG=0 --property phases.spec
// bug: -D BUG=1 --property phases.spec
// A state machine with three states.
int __VERIFIER_nondet_int(void);
void start(void), stop(void), submit(int);
int main(void)
{
    int n = 0;
    start();
    while (__VERIFIER_nondet_int()) {
        submit(n);
        n = !n;
    }
    stop();
    if (BUG && n)
        submit(0);
    return 0;
}
