// unknown: --property request.spec
// Nothing comes back, and nothing is known of what ends: numbers that follow each other at random.
void acquire(void);
void release(void);
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint() % 1000 + 2;
    acquire();
    while (n != 1) {
        if (n & 1)
            n = 3 * n + 1;
        else
            n = n / 2;
    }
    release();
    return 0;
}
