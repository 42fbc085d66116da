// stage: run; models: lp64, ilp32; exit: 5; also: 09-enumerations-before-their-definition.part.c
// Structures that mention an enumeration before its definition are one type in all files.
#include <stdio.h>
enum restart;
enum opaque;
struct timer { int n; enum restart (*function)(struct timer *); };
struct owner { struct timer t; enum opaque *o; };
extern enum restart run(struct owner *o);
enum restart { NO_RESTART, RESTART = 5 };
enum opaque { A, B = 70000 };
static enum restart again(struct timer *t) { return t->n > 1 ? RESTART : NO_RESTART; }
int main(void) {
    enum opaque held = B;
    struct owner o = { { 0, again }, &held };
    enum restart first = run(&o), second = run(&o);
    printf("%d %d %d %d\n", first, second, o.t.n, *o.o);
    return first;
}
