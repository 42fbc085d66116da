#include <assert.h>
int main(void) { assert(CANARY_7391); return 0; }
