// proved: --property termination
// bug: --property termination -D BUG=1
// says: comes back to the state that it was in
#ifndef BUG
#define BUG 0
#endif
int nondet_int(void);
int left;
static void work(void) {
    if (!BUG || left > 2)
        left--;
}
int main(void) {
    left = nondet_int();
    while (left > 0) {
        if (nondet_int())
            work();
        else
            left--;
        if (BUG && left == 1)
            left = 2;
    }
    return 0;
}
