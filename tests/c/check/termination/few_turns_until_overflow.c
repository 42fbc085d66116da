// unknown: --property termination
// Ten turns are enough for any number to overflow: that is no reason to end.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x > 1)
        x = 10 * x;
    return 0;
}
