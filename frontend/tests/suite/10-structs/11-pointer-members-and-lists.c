// stage: run; models: lp64, ilp32; exit: 3
// Self-referential structs: a list built, reversed and summed.
#include <stdio.h>
struct node { int v; struct node *next; };
int main(void) {
    struct node n[5], *head = 0, *prev = 0;
    for (int i = 0; i < 5; i++) { n[i].v = i + 1; n[i].next = head; head = &n[i]; }
    while (head) { struct node *t = head->next; head->next = prev; prev = head; head = t; }
    int s = 0;
    for (struct node *p = prev; p; p = p->next) s = s * 10 + p->v;
    printf("%d\n", s);
    return prev->next->next->v;
}
