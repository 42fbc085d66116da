#include <assert.h>
int main(void) { assert(VALUE == 5); return 0; }
