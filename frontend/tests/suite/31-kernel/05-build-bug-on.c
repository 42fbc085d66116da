// stage: run; models: lp64, ilp32; exit: 5
// Compile-time checks by negative array sizes, bit-field widths and sizeof.
#include <stdio.h>
#define BUILD_BUG_ON(c) ((void)sizeof(char[1 - 2 * !!(c)]))
#define BUILD_BUG_ON_ZERO(e) ((int)sizeof(struct { int : (-!!(e)); }))
#define __same_type(a, b) __builtin_types_compatible_p(typeof(a), typeof(b))
#define __must_be_array(a) BUILD_BUG_ON_ZERO(__same_type((a), &(a)[0]))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]) + __must_be_array(a))
static int tab[] = {1, 2, 3, 4, 5};
int main(void) {
    BUILD_BUG_ON(sizeof(int) != 4);
    BUILD_BUG_ON(ARRAY_SIZE(tab) > 8);
    int s = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(tab); i++) s += tab[i];
    printf("%d %d\n", s, BUILD_BUG_ON_ZERO(0));
    return ARRAY_SIZE(tab);
}
