// proved: --property request.spec
// says: falls on every turn
// bug: --property request.spec -D BUG=1
// says: the loop comes back to the state that it was in
// bug: --property request_or_end.spec -D BUG=1
#ifndef BUG
#define BUG 0
#endif
void acquire(void);
void release(void);
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    acquire();
    while (n > 0)
        if (!BUG || n > 5)
            n = n - 1;
    release();
    return 0;
}
