// stage: run; models: lp64, ilp32; exit: 23
// Function pointers chosen by data, stored in arrays of structs, called in conditions.
#include <stdio.h>
typedef int (*pred)(int);
static int even(int x) { return !(x & 1); }
static int small(int x) { return x < 6; }
static int never(int x) { return 0; }
struct rule { pred p[2]; int (*act)(int, int); };
static int add(int a, int b) { return a + b; }
static int mix(int a, int b) { return a * 2 ^ b; }
int main(void) {
    struct rule rules[] = {{{even, small}, add}, {{small}, mix}, {{never, even}, add}};
    int acc = 0;
    for (int x = 0; x < 10; x++)
        for (struct rule *r = rules; r < rules + 3; r++) {
            int ok = 1;
            for (int k = 0; ok && k < 2 && r->p[k]; k++) ok = r->p[k](x);
            if (ok) { acc = r->act(acc, x); break; }
        }
    printf("%d\n", acc);
    return acc & 0xff;
}
