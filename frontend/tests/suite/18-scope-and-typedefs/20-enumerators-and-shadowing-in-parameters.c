// stage: run; models: lp64, ilp32; exit: 21
// Enumerators, tags and typedefs declared inside parameter lists, sizeof and return types.
#include <stdio.h>
static int f(enum col { RED = 3, BLUE } c, int n[BLUE]) { return c + RED + n[BLUE - 1]; }
typedef int T;
static int g(T, T(T)), h(T T);
static int h(T T) { return T + 1; }
static int g(T a, T b(T)) { T T = a; { typedef char T; return b(sizeof(T) + a); } return T; }
static int k(int (T), int y) { return y * 6; }
int main(void) {
    int n[4] = {1, 2, 3, 4};
    enum { RED = 50 };
    printf("%d %d %d %d\n", f(1, n), g(5, h), k(h, 7), RED);
    int x = 2;
    for (T T = 0; T < 2; T++) x += T * 10;
    if (1) { struct T { char c[9]; }; x += sizeof(struct T); }
    return x;
}
