// proved: --property termination
// The second call has the arguments of the first one, which has returned.
int nondet_int(void);
int twice(int n) {
    if (n <= 0)
        return 1;
    return twice(n - 1) + twice(n - 1);
}
int main(void) {
    int n = nondet_int();
    if (n > 3)
        n = 3;
    return twice(n) + twice(n);
}
