// proved: --property termination
// says: the recursion of fibonacci: n
int nondet_int(void);
int fibonacci(int n) {
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) { return fibonacci(nondet_int()); }
