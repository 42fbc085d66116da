// stage: run; models: lp64, ilp32; exit: 26
// A bytecode interpreter with labels as values.
#include <stdio.h>
static int run(const unsigned char *pc) {
    static const void *const ops[] = {&&halt, &&push, &&add, &&mul, &&dup};
    int st[8], *sp = st;
#define NEXT goto *ops[*pc++]
    NEXT;
push: *sp++ = *pc++; NEXT;
add:  sp--; sp[-1] += *sp; NEXT;
mul:  sp--; sp[-1] *= *sp; NEXT;
dup:  *sp = sp[-1]; sp++; NEXT;
halt: return sp[-1];
}
int main(void) {
    static const unsigned char p[] = {1, 3, 4, 3, 1, 4, 2, 4, 2, 0};
    printf("%d\n", run(p));
    return run(p);
}
