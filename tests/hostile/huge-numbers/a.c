#include <assert.h>
enum { N = 0x7fffffff };
struct s { int x : 1; unsigned long y : 64; } v[N];
double d = 1e999999999, e = 0x1p-999999999;
int main(void) { for (unsigned long i = 0; i < ~0UL; i++) v[i & 7].x ^= 1; int w[d > 0]; assert(sizeof w); return 0; }
