// stage: run; models: lp64; exit: 0
// Conversions between vectors keep the bytes; unaligned ones are read and written wherever they lie.
#include <stdio.h>
#include <string.h>
typedef int v4si __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16), may_alias));
typedef long long v2di_u __attribute__((vector_size(16), may_alias, aligned(1)));
typedef short v4hi __attribute__((vector_size(8)));
static char buffer[40];
int main(void) {
    v4si a = {1, 2, 3, 4};
    v2di b = (v2di)a;
    printf("%llx %llx\n", b[0], b[1]);
    for (int i = 0; i < 40; i++) buffer[i] = (char)i;
    v2di loaded = *(v2di_u *)(buffer + 3);
    printf("%llx %llx\n", loaded[0], loaded[1]);
    *(v2di_u *)(buffer + 17) = loaded + b;
    for (int i = 15; i < 35; i++) printf("%02x", buffer[i] & 0xff);
    printf("\n%zu %zu\n", sizeof(v2di_u), _Alignof(v2di_u));
    v4hi h = (v4hi)0x0004000300020001LL;
    printf("%d %d %llx\n", h[0], h[3], (long long)(h + 1));
    return 0;
}
