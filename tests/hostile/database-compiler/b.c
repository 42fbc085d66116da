#include <assert.h>
int main(void) { assert(VALUE == 6); return 0; }
