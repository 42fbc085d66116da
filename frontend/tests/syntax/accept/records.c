/* lp64_only_tag: bit-fields of long, and wchar_t initialisers, differ with -m32. */
struct lp64_only_tag;
/* Structs, unions, enums, bit-fields, packing and alignment; the layout shows in the constants. */
#define OFF(t, m) __builtin_offsetof(t, m)
struct empty {};
struct bits { int a : 3; unsigned b : 5; int : 4; int c : 7, : 0, d : 2; unsigned long e : 40; _Bool f : 1; char : 2; };
struct anon { int a; struct { int b; union { int c; char d[8]; }; }; union { struct { short e, f; }; long g; }; };
struct nest { struct in { int x; } in, *pin; enum col { RED, GREEN = 5, BLUE } col; union { int i; float f; } u; };
struct flex { int n; char data[]; };
struct flex0 { int n; char data[0]; };
struct stray { int a; ; int b;; };
struct __attribute__((packed)) p1 { char a; int b; short c; };
struct p2 { char a; int b; } __attribute__((packed, aligned(2)));
struct p3 { char a; int b __attribute__((packed)); double c __attribute__((aligned(32))); } __attribute__((__aligned__));
struct p4 { char a; _Alignas(16) char b; _Alignas(double) char c; _Alignas(4) _Alignas(8) int d; };
struct p5 { __attribute__((aligned(8))) char a, b; char c __attribute__((aligned(4))), d; };
struct p6 { char a; int b : 3 __attribute__((packed)), c : 9; };
union __attribute__((transparent_union)) tu { int *ip; long *lp; };
typedef union { int *a; char *b; } tu2 __attribute__((__transparent_union__));
typedef int a16 __attribute__((aligned(16)));
typedef int __attribute__((aligned(1))) u1;
typedef unsigned int u32 __attribute__((mode(SI)));
typedef int __attribute__((__mode__(__DI__))) s64;
typedef int v4 __attribute__((vector_size(4 * sizeof(int))));
typedef char v16 __attribute__((vector_size(16)));
struct with_al { char c; a16 i; u1 j; u32 k; s64 l; v4 m; };
enum { A, B = A + 3, C, D = (B | C) << 2, E = -1, F __attribute__((deprecated)), G __attribute__((unused)) = 7, };
enum e1 { E1A = 1 } __attribute__((packed));
enum __attribute__((packed)) e2 { E2A = 300 };
#pragma pack(push, 2)
struct k1 { char a; int b; double c; };
#pragma pack(1)
struct k2 { char a; int b; short c : 5; };
#pragma pack(pop)
struct k3 { char a; int b; };
#pragma pack(push)
#pragma pack(4)
struct k4 { char a; double b; struct k5 { char c; long d; } e; };
#pragma pack(push, here, 1)
struct k6 { char a; long b; };
#pragma pack(pop, here)
struct k7 { char a; long b; };
#pragma pack()
struct k8 { char a; long b; };
#pragma pack(pop)
struct sa { int a; _Static_assert(sizeof(int) == 4, "int"); char b; };
_Static_assert(sizeof(struct sa) == 8, "sa" " joined");
_Static_assert(1);
struct self { struct self *next; struct other *o; }; struct other { struct self s; };
struct fp { int (*open)(struct fp *, int), (*close)(struct fp *); void (*const table[2])(void); };
unsigned long sizes[] = {
    sizeof(struct empty), sizeof(struct bits), sizeof(struct anon), sizeof(struct nest), sizeof(struct flex),
    sizeof(struct flex0), sizeof(struct stray), sizeof(struct p1), sizeof(struct p2), sizeof(struct p3),
    sizeof(struct p4), sizeof(struct p5), sizeof(struct p6), sizeof(union tu), sizeof(tu2), sizeof(a16),
    sizeof(u1), sizeof(u32), sizeof(s64), sizeof(v4), sizeof(v16), sizeof(struct with_al), sizeof(enum e1), sizeof(enum e2),
    sizeof(struct k1), sizeof(struct k2), sizeof(struct k3), sizeof(struct k4), sizeof(struct k6), sizeof(struct k7),
    sizeof(struct k8), sizeof(struct fp), OFF(struct anon, d), OFF(struct anon, f), OFF(struct anon, d[3]), OFF(struct p5, d),
    OFF(struct p4, d), OFF(struct with_al, m), OFF(struct nest, u.f), __alignof__(struct p3), _Alignof(a16), __alignof__(struct with_al),
    __alignof__(double), _Alignof(double), _Alignof(long long), __alignof__(long long), __alignof__ sizes, D, C, F, BLUE, E2A,
};
int take(union tu t) { return *t.ip; }
int take2(tu2 t) { return *t.a; }
int use(int *p) { return take(p) + take2(p) + E + G; }
int set(struct bits *b) { b->a = 9; b->b += 3; b->e = ~0ul; b->f = 5; return b->d++ + --b->c; }
struct { int inline_one, inline_two; } shared_a, *shared_b = &shared_a, shared_c[2];
struct tagged { int x; } tagged_v = { 1 }, *tagged_p = &tagged_v;
static struct { struct { int deep[2]; } in[2]; } deep = { { { { 1, 2 } }, { { 3 } } } };
int read_shared(void) { return shared_b->inline_two + shared_c[1].inline_one + tagged_p->x + deep.in[1].deep[0]; }
