// proved: --property turns.spec
// bug: --property turns.spec -D BUG=1
// What is waited for has come before the loop without an end.
#ifndef BUG
#define BUG 0
#endif
unsigned nondet_uint(void);
void acquire(void);
void toggle(void);
static unsigned char x, y;
int main(void) {
    x = nondet_uint() & 7;
    y = nondet_uint() & 7;
    if (!BUG || x != y)
        toggle();
    acquire();
    while (1) {
        acquire();
    }
}
