// stage: run; models: lp64, ilp32; exit: 248
// VLAs re-created by backward jumps, and sizes captured each time.
#include <stdio.h>
int main(void) {
    int n = 1, total = 0;
again:;
    {
        int a[n], (*p)[n] = &a;
        for (int i = 0; i < n; i++) a[i] = i + n;
        total += (int)(sizeof *p / sizeof(int)) * 100 + (*p)[n - 1];
        if (++n < 5) goto again;
    }
    printf("%d %d\n", n, total);
    return total & 0xff;
}
