/* C of the last century: definitions with identifier lists, implicit int, missing prototypes. */
int puts();
double half();
static count = 3, *where = &count;
const seven = 7;
extern also;
main() { return add(1, 2) + first("x", 3) + unknown(4) + structured(0, 0) + none() + many(1, 2L, 3) - (int)half(3.0); }
add(a, b) { return a + b; }
int first(s, n) char *s; { return s[0] + n; }
int three(a, b, c) int a, c; short b; { return a + b + c; }
char *pointers(p, q, f, arr, fn) register char *p; char **q; int (*f)(); int arr[]; int fn(); { return p + **q + (*f)(arr) + fn(); }
double half(d) double d; { return d / 2; }
float narrow(f, c) float f; char c; { f += c; return f; }
structured(p, u) struct pt { int x, y; } *p; union { int i; float f; } u; { return p ? p->x : u.i; }
none() { return; }
int many(a, b, c) int a; long b; { int c2 = c; { int a = 3; c2 += a; } return a + b + c2; }
static unsigned *ret_ptr(x) unsigned *x; { return x; }
int (*ret_fp(x))() int x; { return main; }
typedef int T;
T typed(y, x) T y; T x; { return y * x; }
void empty_list() {}
int declared_only(a, b);
f_attr(x) int x __attribute__((unused)); { return x; }
auto_int() { auto i = 3; register j = i; static k; const l = 4; k += j; return k + l; }
