// stage: run; models: lp64, ilp32; exit: 2
// Sorting structs by a string key and searching them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct e { char name[8]; int v; };
static int cmp(const void *a, const void *b) { return strcmp(((const struct e *)a)->name, ((const struct e *)b)->name); }
int main(void) {
    struct e t[] = {{"pear", 3}, {"apple", 1}, {"fig", 9}, {"kiwi", 4}};
    qsort(t, 4, sizeof *t, cmp);
    for (int i = 0; i < 4; i++) printf("%s=%d ", t[i].name, t[i].v);
    puts("");
    struct e key = {"kiwi"}, *p = bsearch(&key, t, 4, sizeof *t, cmp);
    struct e none = {"nut"};
    printf("%d %d\n", p ? p->v : -1, bsearch(&none, t, 4, sizeof *t, cmp) == NULL);
    return (int)(p - t);
}
