// stage: run; models: lp64, ilp32; exit: 120
// One static table with functions, strings, nested arrays, unions, bit-fields and addresses.
#include <stdio.h>
static int twice(int x) { return 2 * x; }
static int neg(int x) { return -x; }
static int cell = 5;
static const struct ent {
    const char *name;
    int (*fn)(int);
    union { int i; const int *p; char s[8]; } u;
    unsigned kind : 2, prio : 6;
    struct { short lo, hi; } range[2];
} tab[] = {
    {"int", twice, {.i = 7}, 0, 9, {{1, 2}, {3, 4}}},
    {.kind = 1, .u.p = &cell, .name = "ptr" + 1, .range[1].hi = -8},
    [3] = {"str", neg, {.s = "inline"}, .kind = 2, 63, .range = {[0] = {.hi = 6}}},
};
int main(void) {
    int r = 0;
    for (unsigned i = 0; i < sizeof tab / sizeof *tab; i++) {
        const struct ent *e = &tab[i];
        printf("%s %d %d %d %d\n", e->name ?: "-", e->prio, e->range[0].hi, e->range[1].hi, e->fn ? e->fn(i + 1) : 0);
        r += e->kind == 0 ? e->u.i : e->kind == 1 ? *e->u.p : e->u.s[2];
    }
    return r & 0xff;
}
