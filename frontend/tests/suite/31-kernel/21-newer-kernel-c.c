// stage: run; models: lp64, ilp32; exit: 0
// Constructs of newer kernels: types by _Generic, ranges with computed bounds, empty arrays, assertions everywhere.
#include <stddef.h>
#include <stdio.h>
#if __has_attribute(counted_by)
#define __counted_by(m) __attribute__((counted_by(m)))
#else
#define __counted_by(m)
#endif
#define __unqual_scalar_typeof(x) typeof(_Generic((x), char: (char)0, unsigned char: (unsigned char)0, \
    signed char: (signed char)0, unsigned int: 0U, int: 0, long: 0L, default: (x)))
#define flex_group(NAME, MEMBERS...) union { struct { MEMBERS }; struct { MEMBERS } NAME; }
#define is_constexpr(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
#define field_max(m) ((m) >> __builtin_ctzll(m))
#define field_get(m, r) ({ _Static_assert(is_constexpr(m), "mask"); (typeof(m))(((r) & (m)) >> __builtin_ctzll(m)); })
struct buffer {
    _Static_assert(sizeof(int) == 4, "inside a structure");
    int count;
    flex_group(head, unsigned char a; unsigned short b;);
    struct { } nothing;
    int none[0];
    union { int word; unsigned char bytes[0]; };
    int data[] __counted_by(count);
};
enum { LOW = 2, SPAN = 3, COUNT = LOW + SPAN * 2 };
static const signed char kind[COUNT] = { [0 ... COUNT - 1] = -1, [LOW ... LOW + SPAN - 1] = 1, [COUNT - 1] = LOW };
static int calls;
static int next(void) { return ++calls; }
static int jumps(int n) {
    asm goto("" : : "r"(n) : : away);
    return n ? n : -1;
away:
    return 9;
}
int main(void) {
    _Static_assert(offsetof(struct buffer, data) == 12, "layout");
    const volatile unsigned char seen = 200;
    __unqual_scalar_typeof(seen) copy = seen + 100;
    __auto_type sum = (1 ? 2ULL : -1) + ({ __auto_type inner = next(); inner * 2; });
    int sized[({ sizeof(struct { char c[3]; }); })];
    for (int i = 0; i < COUNT; i++) printf("%d ", kind[i]);
    printf("\n%d %llu %zu %d\n", copy, (unsigned long long)sum, sizeof sized / sizeof *sized, calls);
    struct buffer b = { .count = 1, .head = { 1, 2 }, .word = 0x01020304 };
    printf("%d %d %d %zu %d\n", b.a, b.head.b, b.bytes[1], sizeof b, is_constexpr(sizeof b) && !is_constexpr(next()));
    switch (({ int c = 3; c; })) {
    case COUNT - 5 ... COUNT: printf("case\n"); break;
    default: __builtin_unreachable();
    }
    printf("%llu %d %d\n", field_get(0xf0ULL, 0x1a5), (int)field_max(0xff00), jumps(4));
    printf("%d\n", ({ if (calls == 1) next(); calls; }) ?: next());
    return 0;
}
