// proved: --property request.spec
// proved: --property request_or_end.spec
// bug: --property request.spec -D BUG=1
// says: from here on, what follows violates G (acquire -> F release)
// bug: --property request_or_end.spec -D BUG=1
// A loop without an end in which every request is completed, or from some turn on none.
#ifndef BUG
#define BUG 0
#endif
void acquire(void);
void release(void);
int nondet_int(void);
int main(void) {
    while (1) {
        int n = nondet_int();
        acquire();
        while (n > 0)
            n--;
        if (!BUG || nondet_int())
            release();
    }
}
