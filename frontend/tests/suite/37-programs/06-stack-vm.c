// stage: run; models: lp64, ilp32; exit: 117
// A small virtual machine with calls and a switch.
#include <stdio.h>
enum { PUSH, ADD, SUB, MUL, DUP, SWAP, JZ, JMP, CALL, RET, OUT, HALT };
static int vm(const int *code) {
    int st[32], sp = 0, rs[8], rp = 0, pc = 0, t, steps = 0;
    for (;;) {
        steps++;
        switch (code[pc++]) {
        case PUSH: st[sp++] = code[pc++]; break;
        case ADD: sp--; st[sp - 1] += st[sp]; break;
        case SUB: sp--; st[sp - 1] -= st[sp]; break;
        case MUL: sp--; st[sp - 1] *= st[sp]; break;
        case DUP: st[sp] = st[sp - 1]; sp++; break;
        case SWAP: t = st[sp - 1]; st[sp - 1] = st[sp - 2]; st[sp - 2] = t; break;
        case JZ: t = code[pc++]; if (!st[--sp]) pc = t; break;
        case JMP: pc = code[pc]; break;
        case CALL: rs[rp++] = pc + 1; pc = code[pc]; break;
        case RET: pc = rs[--rp]; break;
        case OUT: printf("%d\n", st[--sp]); break;
        case HALT: return steps;
        }
    }
}
int main(void) {
    static const int fact[] = {PUSH, 1, PUSH, 6, CALL, 8, OUT, HALT,
        DUP, JZ, 22, DUP, PUSH, 0, ADD, CALL, 24, PUSH, -1, ADD, JMP, 8, SWAP, RET,
        DUP, PUSH, 0, MUL, ADD, SWAP, PUSH, 2, MUL, SWAP, RET};
    return vm(fact);
}
