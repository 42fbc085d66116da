/* Attributes in all the places gcc takes them. */
__attribute__((noreturn)) void die(void) __attribute__((cold));
void __attribute__((noinline)) f1(void) {}
__attribute__((unused)) static void f2(void) {}
static void __attribute__((unused)) f3(int a __attribute__((unused)), __attribute__((unused)) int b, int *__attribute__((unused)) c) {}
int f4(const char *fmt, ...) __attribute__((format(printf, 1, 2), nonnull(1))) __attribute__((__visibility__("hidden")));
extern int f5(void) __asm__("renamed_f5") __attribute__((const, pure));
int f5(void) { return 5; }
int v1 __attribute__((section(".mydata"))) = 1, v2 __attribute__((aligned(64))), *v3 __attribute__((weak)) = &v1;
int v4 __asm__("asm_v4") __attribute__((unused)) = 4, __attribute__((aligned(32))) v5 = 5;
__attribute__((aligned(128))) int v6 = 6, v7 = 7;
static __attribute__((aligned(sizeof(long) * 2))) char v8[3];
extern int aliased __attribute__((alias("v1")));
int f6(void) __attribute__((alias("renamed_f5")));
__typeof__(f5) f7 __attribute__((weak, alias("renamed_f5")));
void (*fp1)(int) __attribute__((unused)), (__attribute__((unused)) *fp2)(int), (* __attribute__((unused)) fp3)(void);
void __attribute__((regparm(3))) rp(int, int);
int (__attribute__((noinline)) paren)(int x) { return x; }
struct __attribute__((packed)) s1 { char a; int b; } __attribute__((aligned(4))) s1v __attribute__((unused));
typedef struct __attribute__((aligned(8))) { char c; } s2, s3 __attribute__((aligned(16)));
typedef struct { char c; int d; } __attribute__((packed)) s4;
struct s5 { int a __attribute__((aligned(8))), b __attribute__((packed)); unsigned c : 3 __attribute__((packed)); int __attribute__((aligned(2))) *d; } s5v;
enum { E1 __attribute__((unused)), E2 __attribute__((deprecated("old"))) = 4 } __attribute__((packed)) ev;
int sizes[] = { sizeof(struct s1), sizeof(s2), sizeof(s3), sizeof(s4), sizeof(struct s5), sizeof ev, _Alignof(s3), __alignof__(v5), __alignof__(v6), __alignof__(v7), __alignof__(v8), __alignof__(int __attribute__((aligned(16)))) };
static inline __attribute__((__always_inline__, __gnu_inline__)) int gi(void) { return 1; }
int uses(int n, char *p)
{
    __attribute__((unused)) int a = 1; int b __attribute__((unused)) = 2, c __attribute__((aligned(32))) = 3; register int r __asm__("ebx") = n;
    int *q = (int __attribute__((aligned(1))) *)p; struct s1 *s = (struct s1 __attribute__((aligned(1))) *)p; typedef int al __attribute__((aligned(2)));
    void clean(int **x) { *x = 0; } int *cl __attribute__((cleanup(clean))) = &a; void (*fp)(int) __attribute__((noreturn)) = 0;
    switch (n) { case 1: b++; __attribute__((fallthrough)); case 2: b++; __attribute__((__fallthrough__)); default: c++; }
    goto out; out: __attribute__((unused)); again: __attribute__((cold)) ;
    if (n > 100) goto again;
    __asm__ volatile ("" : "+r" (r));
    return *q + s->b + *(al *)p + gi() + (fp != 0) + r + b + c + *cl;
}
[[gnu::noinline]] int std1(void) { return 1; }
_Alignas(32) char al1; _Alignas(long double) char al2; static _Alignas(16) int al3; int _Alignas(8) al4;
int alignments[] = { _Alignof(al1), _Alignof(al2), _Alignof(al3), _Alignof(al4) };
__thread int tls1 __attribute__((tls_model("initial-exec"))) = 3; extern _Thread_local int tls2; int get_tls(void) { return tls1 + tls2; }
__extension__ typedef long long ext1; __extension__ struct { __extension__ int a; } ext2; __extension__ extern int ext3;
