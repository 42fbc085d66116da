// stage: run; models: lp64, ilp32; exit: 7
// Incomplete arrays and structs are completed by a later declaration.
#include <stdio.h>
extern int tab[];
extern struct cfg cfg;
struct cfg *get(void) { return &cfg; }
static int first(void) { return tab[0] + tab[2]; }
int tab[] = {4, 5, 6};
struct cfg { int x, y; };
struct cfg cfg = {7, 8};
int main(void) {
    printf("%d %d %d\n", first(), (int)(sizeof tab / sizeof *tab), get()->y);
    return get()->x;
}
