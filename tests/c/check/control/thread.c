// unknown: -D BUG=0
// unknown: -D BUG=1
// A thread's function may violate the property: without threads there is no proof.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int s;
static void *run(void *a) { if (s == BUG) reach_error(); return a; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    pthread_t t;
    s = 1;
    pthread_create(&t, 0, run, 0);
    return 0;
}
