// stage: run; models: lp64, ilp32; exit: 9
// calloc clears, also after earlier use of the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { int id; char *name; double w; };
int main(void) {
    char *junk = malloc(200);
    memset(junk, 0xaa, 200);
    free(junk);
    struct rec *r = calloc(5, sizeof *r);
    int bad = 0;
    for (int i = 0; i < 5; i++) bad += r[i].id != 0 || r[i].name != 0 || r[i].w != 0;
    r[4].id = 9;
    printf("%d %d\n", bad, r[4].id);
    bad += r[4].id;
    free(r);
    return bad;
}
