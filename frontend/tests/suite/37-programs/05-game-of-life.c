// stage: run; models: lp64, ilp32; exit: 5
// A torus of cells in two buffers swapped by pointer.
#include <stdio.h>
#include <string.h>
enum { W = 8, H = 6 };
static char b1[H][W], b2[H][W];
static int around(char (*g)[W], int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += g[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}
int main(void) {
    char (*cur)[W] = b1, (*nxt)[W] = b2;
    cur[0][1] = cur[1][2] = cur[2][0] = cur[2][1] = cur[2][2] = 1;
    for (int t = 0; t < 8; t++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = around(cur, y, x);
                nxt[y][x] = n == 3 || (n == 2 && cur[y][x]);
            }
        char (*tmp)[W] = cur;
        cur = nxt;
        nxt = tmp;
    }
    int alive = 0;
    for (int y = 0; y < H; y++, putchar('\n'))
        for (int x = 0; x < W; x++) alive += cur[y][x], putchar(".#"[(int)cur[y][x]]);
    return alive;
}
