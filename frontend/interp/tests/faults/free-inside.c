// expect: which malloc did not give
#include <stdlib.h>
int main(void) { char *p = malloc(8);
    free(p + 1); // here
    return 0; }
