// stage: run; models: lp64, ilp32; exit: 0
// Initialisers that compare a function with null only to check its type, as device tables have them.
#include <stdio.h>
typedef int (*init_fn)(int);
typedef void *data_t;
static int first(int n) { return n + 1; }
static int second(int n) { return n * 3; }
struct entry { const char *name; const void *data; int known; };
#define ENTRY(n, f) { n, .data = (f == (init_fn)((void *)0)) ? (const void *)f : (const void *)f, .known = f != 0 }
static const struct entry table[] = { ENTRY("first", first), ENTRY("second", second) };
static init_fn chosen = 0 == first ? second : first;
static const int both = &first != (init_fn)0 && second;
int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        printf("%s %d %d\n", table[i].name, ((init_fn)table[i].data)(5), table[i].known);
    printf("%d %d\n", chosen(1), both);
    return 0;
}
