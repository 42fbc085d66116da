// proved: --property termination
// bug: --property termination -D STEP=2
// In steps of two it goes past its aim, or not at all.
#ifndef STEP
#define STEP 1
#endif
int nondet_int(void);
int main(void) {
    int x = nondet_int(), aim = nondet_int();
    if (x < -1000 || x > 1000 || aim < -1000 || aim > 1000)
        return 0;
    while (x != aim) {
        if (x > aim)
            x -= STEP;
        else
            x += STEP;
    }
    return 0;
}
