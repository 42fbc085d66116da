// stage: run; models: lp64, ilp32; exit: 13; also: 05-callbacks-across-files.part.c, 05-more.part.c
// Three files: a static function is called from outside through its address; string literals of
// one value in different files; a static local seen from two callers.
#include <stdio.h>
typedef void (*visit)(int, void *);
void each(visit f, void *ctx);
int ticket(void);
int tickets_of_more(void);
const char *greeting(void);
static void add(int v, void *ctx) { *(int *)ctx += v; }
int main(void) {
    int s = 0;
    each(add, &s);
    printf("%s %d\n", greeting(), s);
    ticket();
    printf("%d\n", tickets_of_more());
    return ticket() + 5 + s - 6;
}
