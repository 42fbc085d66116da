// stage: run; models: lp64, ilp32; exit: 6
// Open hashing with string keys on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct ent { struct ent *next; unsigned h; int id; char s[]; };
static struct ent *tab[8];
static int count;
static int intern(const char *s) {
    unsigned h = 2166136261u;
    for (const char *p = s; *p; p++) h = (h ^ (unsigned char)*p) * 16777619u;
    struct ent **b = &tab[h % 8], *e;
    for (e = *b; e; e = e->next) if (e->h == h && !strcmp(e->s, s)) return e->id;
    e = malloc(sizeof *e + strlen(s) + 1);
    *e = (struct ent){*b, h, count++};
    strcpy(e->s, s);
    *b = e;
    return e->id;
}
int main(void) {
    const char *w[] = {"the", "cat", "sat", "on", "the", "mat", "the", "cat", ""};
    for (int i = 0; i < 9; i++) printf("%d ", intern(w[i]));
    puts("");
    for (int i = 0; i < 8; i++) for (struct ent *e = tab[i], *n; e; e = n) { n = e->next; free(e); }
    return count;
}
