// proved: --property request.spec
// bug: --property request.spec -D BUG=1
// says: the function is called with the arguments that it has
#ifndef BUG
#define BUG 0
#endif
void acquire(void);
void release(void);
int nondet_int(void);
static int count(int n) {
    if (n <= 0)
        return 0;
    return count(n - !BUG) + 1;
}
int main(void) {
    int depth = nondet_int();
    acquire();
    count(depth);
    release();
    return 0;
}
