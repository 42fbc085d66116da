// bug: -D CASE=1
// bug: -D CASE=2
// Pointers in an object are there still when it has grown, or been copied.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int *to; int n; };
int input(void);
static int target;
int main(void)
{
    struct node *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->to = &target;
#if CASE == 1
    struct node *q = realloc(p, 2 * sizeof *p);
    if (!q)
        return 0;
#else
    struct node *q = calloc(1, sizeof *q);
    if (!q)
        return 0;
    memcpy(q, p, input() ? sizeof *p : 0);
    if (!q->to)
        return 0;
#endif
    *q->to = 1;
    assert(target == 0);
    return 0;
}
