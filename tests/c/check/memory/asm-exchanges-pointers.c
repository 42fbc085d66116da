// proved: -D BUG=0
// bug: -D BUG=1
// bug: -D BUG=2
// Pointers that instructions of x86 exchange, or hide from the compiler.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a = 1, b = 2;
static int *p = &a;
static int *xchg(int **at, int *x) { asm volatile("xchg %0,%1" : "=r"(x), "+m"(*at) : "0"(x) : "memory"); return x; }
static int *cmpxchg(int **at, int *old, int *new) { int *prev; asm volatile("lock; cmpxchg %1,%2" : "=a"(prev) : "r"(new), "m"(*at), "0"(old) : "memory"); return prev; }
static int *hide(int *x) { int *r; asm("" : "=r"(r) : "0"(x)); return r; }
int main(void)
{
  int *q = xchg(&p, &b);
  *q = 5; *p = 6;
  assert(a == 5); assert(b == 6);
  q = cmpxchg(&p, &b, &a);
  assert(q == &b); assert(p == &a);
  *p = 7; assert(a == 7);
  *hide(&b) = 9;
  if (BUG == 1) assert(b == 6);
  if (BUG == 2) { *p = 3; assert(a == 7); }
  assert(b == 9);
  return 0;
}
