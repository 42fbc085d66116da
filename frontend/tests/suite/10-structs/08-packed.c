// stage: run; models: lp64, ilp32; exit: 80
// packed removes padding; unaligned members read and write correctly.
#include <stddef.h>
#include <stdio.h>
struct __attribute__((packed)) p { char a; int b; short c; long long d; };
struct q { char a; int b __attribute__((packed)); short c; };
int main(void) {
    struct p x = {1, -2, 3, 0x123456789abcLL};
    printf("%d %d %d %d\n", (int)sizeof x, (int)offsetof(struct p, b), (int)offsetof(struct p, c), (int)offsetof(struct p, d));
    printf("%d %d\n", (int)sizeof(struct q), (int)offsetof(struct q, b));
    x.b += 5;
    x.d <<= 4;
    printf("%d %d %d %llx\n", x.a, x.b, x.c, x.d);
    struct p arr[2] = {x, x};
    arr[1].b = 77;
    return arr[1].b + arr[0].c;
}
