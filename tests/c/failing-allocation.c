// run:
// run: --input -
// input: malloc: 0
// A script says what library functions return; without, allocation succeeds.
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    puts(p ? "there" : "none");
    free(p);
    return 0;
}
