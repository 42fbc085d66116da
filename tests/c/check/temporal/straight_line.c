// proved: --property request.spec
// bug: --property request.spec -D BUG=1
// says: G (acquire -> F release) does not hold: the execution ends
// proved: --property request_or_end.spec -D BUG=1
// bug: --property request.spec -D BUG=2
// says: the execution ends
#ifndef BUG
#define BUG 0
#endif
void acquire(void);
void release(void);
void exit(int);
int nondet_int(void);
int main(void) {
    acquire();
    if (nondet_int() == 7) {
        if (BUG == 1)
            return -1;
        if (BUG == 2)
            exit(1);
    }
    release();
    return 0;
}
