// stage: run; models: lp64, ilp32; exit: 111
// #if arithmetic, defined, #elif, and inactive garbage.
#include <stdio.h>
#define A 3
#undef B
#if A > 2 && !defined(B) && (-1 < 0u) == 0
#define R 1
#elif A == 3
#define R 2
#else
this is not C at all
#endif
#ifdef NEVER
#error no
#endif
#if 0
int main( {
#endif
int main(void) {
    int r = R;
#if defined A && A == 3
    r += 10;
#endif
#if defined(__GNUC__) && __STDC_VERSION__ >= 201112L
    r += 100;
#endif
    printf("%d\n", r);
    return r;
}
