// bug: --property unless.spec
// bug: --property request.spec
// The loop that does not end has no event, and whether it counts was decided before it.
unsigned nondet_uint(void);
void acquire(void);
void release(void);
int main(void) {
    unsigned x = nondet_uint();
    if (x == 5)
        acquire();
    while (x == x)
        x = nondet_uint();
    release();
    acquire();
    return 0;
}
