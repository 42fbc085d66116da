// bug: --property termination
// Going up after each step down is one way to go on forever; neither number need overflow for it.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x >= 0) {
        if (nondet_int())
            x -= 1;
        else
            x += 1;
    }
    return 0;
}
