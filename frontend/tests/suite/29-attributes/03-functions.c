// stage: run; models: lp64, ilp32; exit: 7
// pure, const, noreturn, format, nonnull, warn_unused_result, section-free attributes.
#include <stdio.h>
#include <stdlib.h>
static int __attribute__((pure)) len(const char *s) { int n = 0; while (s[n]) n++; return n; }
static int __attribute__((__const__)) sq(int x) { return x * x; }
static void fail(const char *f, ...) __attribute__((noreturn, format(printf, 1, 2)));
static void *__attribute__((malloc, warn_unused_result)) mk(int n) { return malloc(n); }
static int first(int *p) __attribute__((nonnull(1)));
static int first(int *p) { return *p; }
static void fail(const char *f, ...) { puts(f); exit(7); }
int main(void) {
    int *p = mk(sizeof *p);
    *p = sq(len("four"));
    printf("%d\n", first(p));
    free(p);
    fail("done");
}
