// stage: run; models: lp64, ilp32; exit: 40
// Old style: missing types mean int.
#include <stdio.h>
static counter = 4;
const limit = 10;
auto_ret() { return counter; }
main(argc, argv)
    char **argv;
{
    register i;
    static total;
    for (i = 0; i < limit; i++) total += auto_ret();
    printf("%d %d\n", total, argc);
    return total;
}
