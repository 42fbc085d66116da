// stage: run; models: lp64, ilp32; exit: 63
// The kernel's unwinding ladder.
#include <stdio.h>
static int up, down;
static int get(int id, int fail_at) { if (id == fail_at) return -id; printf("+%d ", id); up++; return 0; }
static void put(int id) { printf("-%d ", id); down++; }
static int probe(int fail) {
    int err;
    if ((err = get(1, fail))) goto out;
    if ((err = get(2, fail))) goto put1;
    if ((err = get(3, fail))) goto put2;
    err = 0;
    goto out;
put2: put(2);
put1: put(1);
out:
    printf("= %d\n", err);
    return err;
}
int main(void) {
    for (int i = 0; i < 4; i++) probe(i);
    return up * 10 + down;
}
