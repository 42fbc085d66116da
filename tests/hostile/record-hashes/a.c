#include <assert.h>
#line 1 "@OUTSIDE@/secret.h"
int nondet(void);
int main(void) { assert(nondet()); return 0; }
