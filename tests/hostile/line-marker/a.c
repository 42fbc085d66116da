#line 1 "@OUTSIDE@/secret.h"
int main(void) { return y; }
