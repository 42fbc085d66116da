// stage: run; models: lp64, ilp32; exit: 4
// One list expanded to an enum, names and a switch.
#include <stdio.h>
#define OPS(X) X(ADD, +) X(SUB, -) X(MUL, *) X(AND, &)
enum op {
#define X(n, o) OP_##n,
    OPS(X)
#undef X
    OP_COUNT
};
static const char *names[] = {
#define X(n, o) [OP_##n] = #n,
    OPS(X)
#undef X
};
static int eval(enum op k, int a, int b) {
    switch (k) {
#define X(n, o) case OP_##n: return a o b;
    OPS(X)
#undef X
    default: return -1;
    }
}
int main(void) {
    for (int i = 0; i < OP_COUNT; i++) printf("%s %d\n", names[i], eval(i, 12, 10));
    return OP_COUNT;
}
