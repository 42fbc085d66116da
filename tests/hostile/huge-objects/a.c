#include <assert.h>
char a[1ULL << 62];
int b[2000000000] = { [1999999999] = 1 };
struct s { char c[1UL << 40]; } t;
int main(void) { char d[1UL << 50]; a[1ULL << 61] = 1; d[5] = 2; assert(a[1ULL << 61] == 1 && b[1999999999] && d[5] == 2); return t.c[9]; }
