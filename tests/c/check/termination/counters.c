// proved: --property termination
// says: falls on every turn
// bug: --property termination -D BUG=1
// says: comes back to the state that it was in
#ifndef BUG
#define BUG 0
#endif
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int y = nondet_int();
    /* With y == 0 it goes round forever. */
    while (x >= 0)
        x = x - (BUG ? y : 1);
    return 0;
}
