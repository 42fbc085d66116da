// stage: run; models: lp64, ilp32; exit: 101
// Members of returned structs in conditions, loops and indices.
#include <stdio.h>
struct it { int cur, end; char name[4]; };
static struct it next(struct it i) { i.cur++; i.name[0]++; return i; }
static struct it mk(int a, int b) { return (struct it){a, b, "a"}; }
int main(void) {
    int s = 0, tab[5] = {5, 4, 3, 2, 1};
    for (struct it i = mk(0, 4); i.cur < i.end; i = next(i)) s = s * 10 + tab[next(i).cur];
    printf("%d\n", s);
    if (mk(3, 2).cur > mk(2, 3).cur && next(next(mk(0, 0))).name[0] == 'c') s++;
    struct it (*f)(struct it) = next;
    while (f(mk(s, 0)).cur % 7) s++;
    printf("%c %d\n", f(f(mk(1, 1))).name[0], s % 7);
    return s & 0x7f;
}
