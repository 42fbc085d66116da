// stage: run; models: lp64, ilp32; exit: 26
// container_of from a member pointer to its struct.
#include <stddef.h>
#include <stdio.h>
#define container_of(ptr, type, member) ({ \
    const typeof(((type *)0)->member) *__mptr = (ptr); \
    (type *)((char *)__mptr - offsetof(type, member)); })
struct work { int pending; void (*fn)(struct work *); };
struct dev { char name[8]; struct work w; int runs; };
static void handler(struct work *w) {
    struct dev *d = container_of(w, struct dev, w);
    d->runs++;
    printf("%s %d\n", d->name, d->runs);
}
int main(void) {
    struct dev a = {"eth0", {1, handler}, 0}, b = {"eth1", {1, handler}, 5};
    struct work *q[] = {&a.w, &b.w, &a.w};
    for (int i = 0; i < 3; i++) q[i]->fn(q[i]);
    return a.runs * 10 + b.runs;
}
