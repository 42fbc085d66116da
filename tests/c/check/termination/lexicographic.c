// proved: --property termination
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int y = nondet_int();
    while (x > 0 && y > 0) {
        if (nondet_int()) {
            x--;
            y = nondet_int();
        } else {
            y--;
        }
    }
    return 0;
}
