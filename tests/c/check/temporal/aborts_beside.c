// proved: --property order_and_abort.spec
// bug: --property order_and_abort.spec -D BUG=1
// says: set up twice
// bug: --property order_and_abort.spec -D BUG=2
// says: !use W init does not hold
// An execution that satisfies the formula for certain is not over.
#ifndef BUG
#define BUG 0
#endif
void use(void);
void init(void);
int nondet_int(void);
int main(void) {
    if (BUG == 2 && nondet_int() == 4)
        use();
    init();
    use();
    if (BUG == 1 && nondet_int() == 3)
        init();
    return 0;
}
