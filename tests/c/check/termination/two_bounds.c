// proved: --property termination
// x falls because m is not negative; v starts again whenever it comes to m.
int nondet_int(void);
int main(void) {
    int n = nondet_int(), m = nondet_int();
    if (n < 0 || m <= 0)
        return 0;
    int x = n, v = 0;
    while (x > 0) {
        if (v < m) {
            v++;
            x--;
        } else {
            v = 0;
        }
    }
    return 0;
}
