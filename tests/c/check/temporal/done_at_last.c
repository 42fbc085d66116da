// proved: --property at_last.spec
// bug: --property at_last.spec -D BUG=1
// bug: --property at_last.spec -D BUG=2
// Without an event before it: the loop that does not end is the only one.
#ifndef BUG
#define BUG 0
#endif
void done(void);
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    while (n > 0 || (BUG == 2 && n != -5))
        n -= n > 0;
    if (BUG == 1 && n == -3)
        return 1;
    done();
    while (1)
        ;
}
