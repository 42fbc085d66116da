/* Initialisers with every kind of designator. */
struct p { int x, y; }; struct q { struct p a, b[3]; const char *s; int z; union { int i; char c[4]; } u; };
int a1[] = { 1, 2, 3, }, a2[5] = { [1] = 4, [3] = 5, 6 }, a3[10] = { [2 ... 5] = 7, [7 ... 8] = 1, 2 }, a4[] = { [9] = 1 }, a5[2][3] = { { 1 }, { [1] = 2 } }, a6[2][3] = { 1, 2, 3, 4 };
int a7[3][2] = { [1][1] = 5, [2] = { 6 }, [0] = { [0 ... 1] = 9 } }, a8[] = {}, a9[4] = { [1] 5, [2] 6 }, a10[6] = { [1 ... 2] 3, 4 };
struct p p1 = { 1, 2 }, p2 = { .y = 1, .x = 2 }, p3 = { y: 3, x: 4 }, p4 = {}, *p5 = &p1, p6[] = { { 1, 2 }, { .y = 3 }, [3] = { y: 1 }, [3].x = 8 };
struct q q1 = { { 1, 2 }, { { 3 }, [2] = { .y = 4 } }, "str", 5, { 6 } }, q2 = { .b[1].y = 1, .b[1].x = 2, 3, .u.c = { 'a', 'b' }, .s = "x" "y" }, q3 = { .a = { .x = 1 }, .a.y = 2, .b = { [0 ... 2] = { 1, 2 } }, .u = { .c[2] = 1 } }, q4 = { b: { [1] = { x: 3 } }, u: { c: "abc" } };
char s1[] = "abc", s2[] = { "abc" }, s3[2][4] = { "ab", { "cd" } }, *s4[] = { "one", "two", 0 }, s5[4] = { 'a', [2] = 'c' }, s6[][3] = { [1] = "zz" };
int e1 = sizeof(a1) + sizeof(a4), *e2 = &a1[1] + 1, e3 = (int)3.7, e4 = 1 ? 2 : 3, (*e5)[3] = &a5[1], e6 = -1 << 2, e7 = 'a' + 1; void *e8 = &e8, *e9 = (char *)&q1.b[1].y + 1;
enum { Z = 3 }; int e10[Z] = { [Z - 1] = Z, [Z - 2] = Z ? 1 : 2 };
struct ops { int (*open)(int), (*close)(int); struct p (*get)(void); }; static int op(int x) { return x; } static struct p get(void) { return (struct p){ 3, 4 }; }
struct ops ops1 = { op, &op, get }, ops2 = { .close = op, .open = (int (*)(int))op }, ops3 = { open: op, get: get }, *opss[] = { &ops1, &(struct ops){ .get = get }, [4] = &ops3 };
struct { int n; struct p items[]; } flexible = { 2, { { 1, 2 }, { 3, 4 } } };
union { long l; struct { short a, b; } s; } un1 = { .s = { 1, 2 } }, un2 = { 7 };
int locals(int n)
{
    int a[] = { n, n + 1, [5] = n * 2 }, b[3] = { 0 }, i = { 3 }; struct p p = { n, .y = n }, q = p, r[] = { p, { n, n }, q, get(), [4] = (struct p){ .x = n } };
    struct q s = { .a = p, .b = { p, q }, .b[2].x = n, .z = ({ n; }) }; char str[] = "local", *ps[] = { str, "x", str + 1 }; int m[2][2] = { [1] = { n }, [0][1] = n };
    struct p z[2] = { [0 ... 1] = { n, n } }; struct p *t[] = { &(struct p){ n, 1 }, &z[1] }; typeof(p) u = { y: n }; const int c[] = { 1, 2 }; static int st[3] = { 1, [2] = 3 };
    return a[1] + b[0] + i + p.x + q.y + r[2].x + s.a.x + str[0] + *ps[1] + m[1][0] + t[1]->x + u.y + c[1] + st[2];
}
