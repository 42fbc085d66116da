// proved: --property termination
int nondet_int(void);
int main(void) {
    int x = nondet_int();
again:
    if (x > 0) {
        x = x - 2;
        goto again;
    }
    return 0;
}
