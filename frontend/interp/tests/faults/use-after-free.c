// expect: use of memory from malloc after it was freed
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p), *q = p; *p = 1; free(p);
    int *other = malloc(sizeof *p); *other = 2;
    return *q; // here
}
