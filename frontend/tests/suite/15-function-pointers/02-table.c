// stage: run; models: lp64, ilp32; exit: 9
// A dispatch table indexed by an operator character.
#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int);
static const op ops[128] = {['+'] = add, ['-'] = sub, ['*'] = mul};
int main(void) {
    const char *prog = "+-*/";
    int acc = 7;
    for (; *prog; prog++) {
        op f = ops[(unsigned char)*prog];
        acc = f ? f(acc, 3) : -acc;
        printf("%c %d\n", *prog, acc);
    }
    return acc + 30;
}
