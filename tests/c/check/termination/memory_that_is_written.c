// proved: --property termination
// The state of the loop is not only in its variables: it comes to the same p, and not to the same *p.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int *p = &x;
    if (x > 1000)
        x = 1000;
    while (*p >= 0)
        (*p)--;
    return 0;
}
