// expect: which malloc did not give
#include <stdlib.h>
int main(void) { int x;
    free(&x); // here
    return 0; }
