// stage: run; models: lp64, ilp32; exit: 2
// A bump allocator with alignment over a static buffer.
#include <stdio.h>
#include <stdint.h>
static _Alignas(16) unsigned char heap[256];
static size_t top;
static void *take(size_t n, size_t align) {
    size_t at = (top + align - 1) & ~(align - 1);
    if (at + n > sizeof heap) return NULL;
    top = at + n;
    return heap + at;
}
#define NEW(T) ((T *)take(sizeof(T), _Alignof(T)))
struct cell { char tag; struct cell *next; int v; };
int main(void) {
    struct cell *head = 0;
    char *c = NEW(char);
    *c = 'c';
    int n = 0;
    for (struct cell *x; (x = NEW(struct cell)); head = x, n++) *x = (struct cell){'n', head, n};
    int s = 0;
    for (; head; head = head->next) s += head->v;
    printf("%c %d %d\n", *c, n, s);
    return n == s ? 1 : 2;
}
