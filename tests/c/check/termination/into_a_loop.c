// unknown: --property termination
// says: jumps lead into the middle of a loop
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x > 5)
        goto inside;
again:
    x--;
inside:
    if (x > 0)
        goto again;
    return 0;
}
