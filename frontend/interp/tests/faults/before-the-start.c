// expect: read of 4 bytes at offset -4 of memory from malloc, which has 16 bytes
#include <stdlib.h>
int main(void) { int *p = malloc(4 * sizeof *p);
    return p[-1]; // here
}
