// proved: --property again.spec
// bug: --property again.spec -D BUG=1
// says: comes back to the state that it was in
// bug: --property again.spec -D BUG=2
// says: the execution ends
#ifndef BUG
#define BUG 0
#endif
void tick(void);
int nondet_int(void);
int main(void) {
    while (BUG != 2 || nondet_int()) {
        int n = nondet_int();
        while (n > 0)
            n -= BUG != 1;
        tick();
    }
}
