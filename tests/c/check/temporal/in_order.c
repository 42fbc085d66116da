// proved: --property order.spec
// bug: --property order.spec -D BUG=1
// says: !use W init does not hold, whatever follows
#ifndef BUG
#define BUG 0
#endif
void use(void);
void init(void);
int nondet_int(void);
int main(void) {
    if (nondet_int()) {
        init();
        use();
    }
    if (BUG && nondet_int() == 5)
        use();
    while (1)
        ;
}
