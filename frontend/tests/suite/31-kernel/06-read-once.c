// stage: run; models: lp64, ilp32; exit: 2
// READ_ONCE and WRITE_ONCE through volatile casts.
#include <stdio.h>
#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, v) do { *(volatile typeof(x) *)&(x) = (v); } while (0)
#define barrier() __asm__ __volatile__("" ::: "memory")
struct ring { unsigned head, tail; int buf[4]; } r;
static int put(int v) {
    unsigned h = READ_ONCE(r.head);
    if (h - READ_ONCE(r.tail) == 4) return -1;
    r.buf[h % 4] = v;
    WRITE_ONCE(r.head, h + 1);
    return 0;
}
static int get(void) { int v = r.buf[r.tail % 4]; WRITE_ONCE(r.tail, r.tail + 1); return v; }
int main(void) {
    int s = 0;
    for (int i = 0; i < 6; i++) s -= put(i);
    printf("%d %d %d\n", s, get(), get());
    printf("%d %d\n", put(9), READ_ONCE(r.head) - READ_ONCE(r.tail));
    return s;
}
