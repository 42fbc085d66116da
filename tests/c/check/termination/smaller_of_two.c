// proved: --property termination
// says: the smaller of
// bug: --property termination -D BUG=1
// Whichever is larger is given anew, below the smaller one; with BUG it may be given the same again.
#ifndef BUG
#define BUG 0
#endif
int nondet_int(void);
int main(void) {
    int left = nondet_int(), right = nondet_int();
    while (left > 0 && right > 0) {
        if (left < right) {
            right = nondet_int();
            left = BUG ? left : left - 1;
        } else {
            left = nondet_int();
            right = right - 1;
        }
    }
    return 0;
}
