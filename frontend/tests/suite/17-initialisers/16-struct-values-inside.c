// stage: run; models: lp64, ilp32; exit: 21
// An element of struct type may be initialised by an expression of that type, braces or not.
#include <stdio.h>
struct p { int x, y; };
struct l { struct p a, b; int n; };
static struct p mk(int k) { return (struct p){k, -k}; }
int main(void) {
    struct p q = {1, 2};
    struct l v = {q, mk(3), 4}, w = {{5, 6}, q, .b.y = 9}, z = {.b = mk(7), .a = q};
    struct p arr[4] = {q, 8, 9, mk(2), [3].y = 6};
    struct l u = {1, 2, q};
    printf("%d %d %d %d %d\n", v.a.x, v.a.y, v.b.x, v.b.y, v.n);
    printf("%d %d %d %d %d\n", w.a.x, w.a.y, w.b.x, w.b.y, w.n);
    printf("%d %d %d %d\n", z.a.y, z.b.x, z.b.y, z.n);
    printf("%d %d %d %d %d %d\n", arr[1].x, arr[1].y, arr[2].x, arr[2].y, arr[3].x, arr[3].y);
    return u.a.y * 10 + u.b.x + u.n;
}
