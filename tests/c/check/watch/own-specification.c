// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// bug: -D BUG=2 --property held.spec
// proved: -D BUG=0 -D MAKE=calloc(1,8) --property held.spec
// bug: -D BUG=1 -D MAKE=calloc(1,8) --property held.spec
// Allocators that never fail, and the state at the exit.
#ifndef MAKE
#define MAKE malloc(8)
#endif
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void take(void *);
void give(void *);
int main(void)
{
    void *p = MAKE;
    take(p);
    if (BUG == 1)
        take(p);
    if (BUG != 2)
        give(p);
    return 0;
}
