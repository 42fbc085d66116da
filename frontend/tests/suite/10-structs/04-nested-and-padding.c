// stage: run; models: lp64, ilp32; exit: 9
// Layout with padding, nested structs and trailing padding.
#include <stddef.h>
#include <stdio.h>
struct in { char c; long long ll; char d; };
struct out { char x; struct in i; short y; struct { char p; int q; } z[2]; };
int main(void) {
    printf("%d %d\n", (int)sizeof(struct in), (int)sizeof(struct out));
    printf("%d %d %d\n", (int)offsetof(struct in, ll), (int)offsetof(struct in, d), (int)offsetof(struct out, i));
    printf("%d %d %d\n", (int)offsetof(struct out, y), (int)offsetof(struct out, z), (int)offsetof(struct out, z[1].q));
    struct out o = {1, {2, 3, 4}, 5, {{6, 7}, {8, 9}}};
    printf("%d %lld %d %d\n", o.i.c, o.i.ll, o.z[0].q, o.z[1].p);
    printf("%d\n", (int)_Alignof(struct out));
    return o.z[1].q;
}
