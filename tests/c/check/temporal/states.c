// proved: --property held.spec
// bug: --property held.spec -D BUG=1
// says: the execution ends
// bug: --property held.spec -D BUG=2
// says: comes back to the state that it was in
#ifndef BUG
#define BUG 0
#endif
void lock(void);
void unlock(void);
int nondet_int(void);
int main(void) {
    while (nondet_int()) {
        int i;
        lock();
        if (BUG == 1 && nondet_int() == 3)
            continue;
        for (i = 0; i < 3; i += BUG != 2)
            ;
        unlock();
    }
    return 0;
}
