// stage: run; models: lp64, ilp32; exit: 21
// Reference counting with a release callback.
#include <stdio.h>
#include <stdlib.h>
struct kref { int n; };
struct buf { struct kref ref; int id; };
static int freed;
static void release(struct kref *k) { struct buf *b = (struct buf *)k; freed = freed * 10 + b->id; free(b); }
static void get(struct kref *k) { ++k->n; }
static int put(struct kref *k, void (*rel)(struct kref *)) { if (--k->n == 0) { rel(k); return 1; } return 0; }
static struct buf *mk(int id) { struct buf *b = malloc(sizeof *b); *b = (struct buf){{1}, id}; return b; }
int main(void) {
    struct buf *a = mk(1), *b = mk(2);
    get(&a->ref);
    get(&a->ref);
    int r = put(&a->ref, release) + put(&b->ref, release);
    r += put(&a->ref, release) + put(&a->ref, release);
    printf("%d %d\n", freed, r);
    return freed;
}
