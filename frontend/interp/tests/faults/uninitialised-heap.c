// expect: exit 0, uninitialised
#include <stdlib.h>
int main(void) { char *p = malloc(2); p[0] = 1;
    if (p[1]) // here
        return 1; return 0; }
