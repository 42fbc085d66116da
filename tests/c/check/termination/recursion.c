// proved: --property termination
// says: the recursion of ackermann
int nondet_int(void);
int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
    int x = nondet_int();
    int y = nondet_int();
    if (x < 0 || y < 0)
        return 0;
    return ackermann(x, y);
}
