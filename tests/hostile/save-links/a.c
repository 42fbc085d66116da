#include <assert.h>
int main(void) { int x = 1; assert(x); return 0; }
