// stage: run; models: lp64, ilp32; exit: 4
// Anonymous unions in unions, designated through, and same-named members in different scopes.
#include <stdio.h>
struct outer {
    union { struct { unsigned lo, hi; }; unsigned long long whole; };
    struct { struct { int deep; }; int shallow; };
};
int main(void) {
    struct outer o = {.whole = 0x500000004ULL, .deep = 3, .shallow = 2};
    printf("%u %u %d %d\n", o.lo, o.hi, o.deep, o.shallow);
    struct outer p = {{{1, 2}}, {{3}, 4}};
    printf("%llx %d %d\n", p.whole, p.deep, p.shallow);
    p.hi = 0;
    return (int)p.whole + o.deep;
}
