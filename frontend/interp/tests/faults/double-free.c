// expect: memory from malloc is freed again
#include <stdlib.h>
int main(void) { char *p = malloc(3); free(p);
    free(p); // here
    return 0; }
