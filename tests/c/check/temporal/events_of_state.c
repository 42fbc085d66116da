// proved: --property next.spec
// bug: --property next.spec -D BUG=1
// Positions are those of events: what happens between them is none.
#ifndef BUG
#define BUG 0
#endif
void begin(void);
void use(void);
void other(void);
int nondet_int(void);
int main(void) {
    int i, n = nondet_int();
    begin();
    for (i = 0; i < 5; i++)
        n += i;
    if (BUG && n == 12)
        other();
    use();
    other();
    return 0;
}
