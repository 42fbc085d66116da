// stage: run; models: lp64, ilp32; exit: 47
// A large array is addressable everywhere.
#include <stdio.h>
static unsigned char sieve[2000];
static int one[1] = {5};
int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i < 2000; i++) {
        if (sieve[i]) continue;
        count++;
        last = i;
        for (int j = i * 2; j < 2000; j += i) sieve[j] = 1;
    }
    printf("%d %d %d\n", count, last, *one);
    return count & 0xff;
}
