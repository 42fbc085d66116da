// stage: run; models: lp64, ilp32; exit: 8
// Names that are types in one name space and something else in the others, all in one expression.
#include <stdio.h>
typedef unsigned char u8, byte;
typedef struct node { struct node *node; u8 u8; byte byte[2]; } node;
#define get(n, f) ((n)->f)
static u8 (u8_of)(node *node) { return node->u8; }
static int sum(const node *n) { int s = 0; for (; n; n = n->node) s += (u8)n->u8 + (byte)-n->byte[1]; return s; }
int main(void) {
    node a = {.u8 = 200, .byte = {1, 2}}, b = {&a, 100, .byte[1] = 255};
    node *n = &b, node = {n};
    u8: byte:
    if (node.node) { struct node *m = node.node; node.node = m->node; goto u8; }
    printf("%d %d %d\n", sum(&b), u8_of(n), (u8)(get(n, u8) + get(n, byte)[1]));
    return sizeof(node) == sizeof(struct node) ? 8 : 9;
}
