// proved: --property termination
// says: it comes back at most 12 times
// From one it goes to eight, and from there below zero; from other numbers it takes no longer.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x > 0)
        x = 10 - 2 * x;
    return 0;
}
