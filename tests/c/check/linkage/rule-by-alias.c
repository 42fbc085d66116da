// proved: --property mutex -D BUG=0
// bug: --property mutex -D BUG=1
// proved: --property mutex -D BUG=0 --data-model ilp32
// bug: --property mutex -D BUG=1 --data-model ilp32
// A rule sees a function under all its names.
struct lock { int x; };
void mutex_lock(struct lock *), mutex_unlock(struct lock *);
int __VERIFIER_nondet_int(void);
static struct lock l;
static void take(void) { mutex_lock(&l); }
void grab(void) __attribute__((alias("take")));
void take_again(struct lock *) __asm__("mutex_lock");
int main(void)
{
    grab();
    if (__VERIFIER_nondet_int() == 5 && BUG)
        take_again(&l);
    mutex_unlock(&l);
    return 0;
}
