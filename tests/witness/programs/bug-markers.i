// cegar: --property reach.prp
# 1 "elsewhere.c"
extern int nondet_int(void);
extern void reach_error(void);
# 700 "header.h" 1
static int id(int x) { if (x == 3) return 4; return x; }
# 5 "elsewhere.c" 2
int main(void)
{
    int x = nondet_int();
# 99 "elsewhere.c"
    if (id(x) == 4 && x
# 99 "macro.h"
        != 4)
        reach_error();
    return 0;
}
