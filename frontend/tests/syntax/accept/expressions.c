/* lp64_only_tag: bit-fields of long, and wchar_t initialisers, differ with -m32. */
struct lp64_only_tag;
/* Operators, their precedence and association, and all kinds of operands. */
#include <stdarg.h>
#include <stddef.h>
typedef struct s { int a, b[4]; struct s *next; struct { int x; } in; int (*fn)(int); } S;
int f(int x) { return x; }
int precedence(int a, int b, int c, int d)
{
    int r = a + b * c - d / a % b;
    r ^= a << b + c >> d - 1;
    r += a < b == c > d != a <= b & c >= d ^ a | b && c || d;
    r += a | b & c ^ d; r += a && b || c && d; r += a || b && c;
    r = a ? b : c ? d : a; r = a ? b ? c : d : a; r = a ? b, c : d;
    r = a = b = c; r += a -= b *= 2; r = (a, b, c), d; r = (a, b);
    r += -a * b + !a * b + ~a * b + +a * b; r += - -a - - b + + c; r += !-~a; r += a - -b; r += a & - b;
    r += a++ + ++a - a-- - --a; r += -a++ + !a-- + ~a++; r -= - a++ * 2; r += -a++ * -b--; r = !a++ ? ~b-- : -c++;
    int *p = &a, **pp = &p; r += *p++ + (*p)++ + *++*pp + ++*p + -*p + *&a + **pp + - *p-- + !*p++;
    r += a * *p + a / *p + a & *p + a && *p; r += a <<= 1, a >>= 1, a %= 7, a |= 8, a &= ~1, a ^= 3, a /= 2;
    r += sizeof a + sizeof -a + sizeof(a) + sizeof a++ + sizeof(a)++ + sizeof *p + sizeof(int) * 2 + sizeof (a) * 2 + sizeof p[0];
    r += sizeof sizeof a + sizeof(sizeof(int)) + sizeof -1 + -sizeof(int) + sizeof((char)a) + sizeof (char)-1 + sizeof (char)*2 + sizeof (char)+ +1 + sizeof &a + sizeof !a;
    r += a ?: b; r += a ?: b ?: c; r += (a ?: b) ?: c ? d : 4; r = a ? : b;
    return r;
}
int postfix(S *s, S v, S arr[], int i)
{
    int r = s->a + v.a + arr[i].b[i] + s->next->next->b[1] + (*s).in.x + (&v)->in.x + s[1].a + 1[arr].a + (s + 1)->a;
    r += s->fn(1) + (*s->fn)(2) + (**s->fn)(3) + s->next->fn(s->fn(4)) + (s->fn)(5) + (&f)(6) + (***f)(7) + ((f))(8);
    r += s->a++ + --s->b[1] + v.b[i++]-- + ++(s++->a) + (s--)->a + -s->a++ + !s->b[0]-- + *s->b;
    r += "abc"[i] + *"x" + sizeof "abc" "def" + "a" "b" "c"[0] + i["xyz"] + (i, s)->a + arr[i, 1].a + arr[(i, 1)].a;
    s->a = v.b[i] = *s->b = 3; (s->a) = 4; *(&v.a) += 2; (*s).a -= 1; s->next[0].in.x *= 2; (i) = 3; ((i)) += 2; *&i = 3;
    return r;
}
int literals(void)
{
    unsigned long long u = 0x7fffffffffffffffULL + 0xffffffff + 4294967295 + 0777 + 0b101 + 0XAbu + 10l + 10LL + 10uLL + 10Lu + 0;
    u += 2147483648 + 0x80000000 + 020000000000 + 18446744073709551615u + 0xFFFFFFFFFFFFFFFF;
    double d = 1.5 + .5 + 5. + 1e10 + 1.5e-3 + 2E+2 + 0x1.8p3 + 0x.8p-1 + 0x1p+4 + 1.5f + 2.5F + 0x1p2f + 3e0f;
    long double l = 1.5L + 0x1.fp3l + 2.l; float fl = 1.1f + 0.1F;
    int c = 'a' + '\n' + '\'' + '"' + '\\' + '\0' + '\377' + '\xff' + '\x41' + '\e' + '\?' + 'ab' + 'abcd' + '\xe9\x80' + L'a' + u'b' + U'c' + L'\xffff' + '\12' + '\1234';
    c += L'é' + u'é' + U'\U0001F600' + L'\u20ac';
    const char *s = "tab\there" "\x41" "B\101\1012\0end" "q\"q" "\?\?=" "\u00e9" u8"é"; const int *w = L"wide" L"\x12345" "x" "é" L"\u20ac1";
    const unsigned short *s16 = u"sixteen\U0001F600" u"\xd800"; const unsigned *s32 = U"thirtytwo\U0001F600" "é";
    char init[] = "abc", init2[3] = "abc", init3[] = { "abc" }, init4[10] = ("xy"); int winit[] = L"ab" L"c";
    return u + d + l + fl + c + s[0] + w[0] + s16[0] + s32[0] + init[0] + init2[1] + init3[2] + init4[1] + winit[0] + sizeof init;
}
int compound(int n)
{
    int *p = (int[]){ 1, 2, n }; S s = (S){ .a = n }; const S *ps = &(S){ 1, { 2 } }; int r = (int){ n } + ((int){ 3 })++;
    r += (S){ 1 }.a + ((S){ 2 }).b[0] + (&(S){ 3 })->a + ((int[]){ 4, 5 })[1] + (int[2]){ 6 }[0] + -(int){ 1 } + (long)(int){ 3 } + sizeof(int[]){ 1, 2 };
    (int){ 1 } = n; (S){ 0 } = s; *(int[]){ 0 } = 3; r += (struct { int q; }){ n }.q + (union { int i; float f; }){ .f = 1 }.i;
    return r + p[0] + s.a + ps->a + *(&(int){ 5 });
}
int builtins(int n, ...)
{
    va_list ap; va_start(ap, n); int r = va_arg(ap, int) + *va_arg(ap, char *) + va_arg(ap, S).a + (int)va_arg(ap, double) + va_arg(ap, struct s *)->a; va_end(ap);
    __builtin_va_list ap2; __builtin_va_copy(ap2, ap); r += __builtin_va_arg((ap2), unsigned long int *)[0] + *__builtin_va_arg(ap2, int (*)[3])[0];
    r += offsetof(S, a) + __builtin_offsetof(S, b[2]) + __builtin_offsetof(struct s, in.x) + __builtin_offsetof(S, b[n > 2 ? 1 : 2]) + __builtin_offsetof(struct { S s[3]; }, s[1].in.x) + offsetof(S, b);
    r += __builtin_types_compatible_p(int, signed) + __builtin_types_compatible_p(S *, struct s *) + __builtin_types_compatible_p(int[], int[3]) + __builtin_types_compatible_p(typeof(n), const int);
    r += __builtin_choose_expr(sizeof(int) == 4, n, "no") + __builtin_choose_expr(0, (void)0, 3) + __builtin_expect(n > 3, 0) + __builtin_constant_p(3 + 4) + __builtin_popcount(n);
    r += _Generic(n, int: 1, default: 2) + _Generic((char)n, int: 1, char: f, default: 0)(3) + _Generic(&n, int *: n, const int *: 4) + _Generic("x", char *: 5, default: 6) + _Generic(1.0f, default: 1, float: _Generic(n, int: 7));
    r += *(int *)__builtin_alloca(4) ? 0 : __builtin_object_size(&n, 0); if (n > 9) __builtin_unreachable(); if (n > 8) __builtin_trap();
    return r + __builtin_bswap32(n) + (__builtin_clz)(3) + sizeof(__func__) + __FUNCTION__[0] + *__PRETTY_FUNCTION__ + __extension__ 3 + __extension__ (n) * 2 + - __extension__ n;
}
typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));
int vectors(v4 a, v4 b) { v4 c = a + b * 2, d = (v4){ 1, 2, 3, 4 }; f4 e = __builtin_convertvector(c, f4); c = -a & ~b; c = a > b; return c[1] + d[2] + (int)e[3] + ((v4)e)[0] + (a + b)[1]; }
double complexes(_Complex double z, double _Complex w, _Complex float v) { __real__ z = 3; __imag__ w += 2.0; z = z * w + 1.0i + 2.5fi - 3i; return __real__ z + __imag z * __real__ (w) + -__real__ v + __imag__ ~w; }
int typeofs(int n) { typeof(n) a = n; __typeof__(int *) b = &a; typeof(a + 1) c = 2, *d = &c; const typeof(b[0]) e = 3; __typeof(*&*d) g[3]; typeof(int[4]) h = { 1 }; typeof(({ long q = 1; q; })) i = 3; typeof(f) *k = f; typeof(typeof(char *)[4]) m; __auto_type o = 3.5; typeof((a, 1.0f)) p = 1; extern typeof(f) f; return a + *b + *d + e + sizeof g + h[0] + i + k(3) + sizeof m + o + sizeof(typeof(n)) + (typeof(n))o + (__typeof__(*b))p; }
_Atomic int at1; _Atomic(int) at2; _Atomic(int *) at3; int _Atomic *_Atomic at4; int atomics(void) { at1++; at2 += 2; return at1 + (_Atomic int)at2 + (at3 == at4); }
long double ld(void) { return 1.0L / 3; } __int128 i128(unsigned __int128 a, __int128_t b, __uint128_t c) { return (__int128)a * b + c; } _Float128 f128(__float128 a) { return a + 1.0q + 2.0f128; } _Float64x f64x(_Float32 a, _Float64 b, _Float32x c) { return a + b + c + 1.0f64x; }
int assignments(int *p, S *s, int a) { *(int *)p = 3; *(char *)p += 2; *p++ = 4; **(int **)p = 1; a = *p = 5; (*(&a)) |= 1; a ? a = 1 : (a = 2); a ? s->a = 1, a += 2 : a; *(a ? p : &a) = 2; *++p = a; *--p -= *p; s->b[a = 2] = a; (a) = (*p) = 3; *&*p = 1; p[*p = 1]++; ((S *)p)->a = 4; (*(S *)p).b[1] = 5; ((int *)p)[2] = 6; *((int *)p + 1) = 7; *(p + 1) = 8; f(a = 3); f((a = 4, a)); int b = a = 3, c[] = { a = 1, a += 2 }; if ((a = b)) return a = c[0]; return a; }
int *ptr(void); int assignments2(int *p, S *s, int **q, int a) { *(int *)p[0] = 3; *(int *)s->next = 3; *(int *)ptr() = 3; **(int **)p[0] = 1; *(int *)(p) = 3; *(int *)&a = 3; *&*p = 3; *(int *)*q = 3; *(int *)s->next->b = 4; *(char *)(int *)q[1] += 2; *ptr() = 4; *s->b = 5; *(p)++ = 6; *(int *)(q)[0] = 7; **q = 8; *p = *q[0] = *(int *)q[1] = 9; *(a ? p : *q) = 1; (*s).in.x = 2; (*(S *)p)
.next->a = 3; *(int *)({ p; }) = 4; *(int *)(struct s *){ s } = 5; *(long *)"abc" = 6; *(int *)p++ = 7; *(int *)--p = 8; return a; }
