#include <assert.h>
#line 1 "@OUTSIDE@/secret.h"
int main(void) { assert(0); return 0; }
