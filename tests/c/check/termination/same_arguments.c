// proved: --property termination
// bug: --property termination -D STEP=1
// says: the function is called with the arguments that it has
// With a step of one, even(1) leads to odd(0), and that to even(1).
#ifndef STEP
#define STEP -1
#endif
int nondet_int(void);
int odd(int n);
int even(int n) {
    if (n == 5)
        return 0;
    return n > 0 ? odd(n - 1) : 1;
}
int odd(int n) {
    if (n < 0)
        return 0;
    return even(n + STEP);
}
int main(void) { return even(nondet_int()); }
