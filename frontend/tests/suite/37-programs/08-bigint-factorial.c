// stage: run; models: lp64, ilp32; exit: 189
// Arbitrary precision by digit arrays.
#include <stdio.h>
static int mul(unsigned char *d, int n, int k) {
    int carry = 0;
    for (int i = 0; i < n || carry; i++) {
        int v = (i < n ? d[i] : 0) * k + carry;
        d[i] = v % 10;
        carry = v / 10;
        if (i >= n) n = i + 1;
    }
    return n;
}
int main(void) {
    unsigned char d[80] = {1};
    int n = 1, s = 0;
    for (int k = 2; k <= 40; k++) n = mul(d, n, k);
    for (int i = n - 1; i >= 0; i--) { putchar('0' + d[i]); s += d[i]; }
    puts("");
    return s;
}
