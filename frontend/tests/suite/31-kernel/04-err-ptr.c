// stage: run; models: lp64, ilp32; exit: 12
// Errors encoded in pointers.
#include <stdio.h>
#define MAX_ERRNO 4095
#define IS_ERR_VALUE(x) ((unsigned long)(void *)(x) >= (unsigned long)-MAX_ERRNO)
static inline void *ERR_PTR(long e) { return (void *)e; }
static inline long PTR_ERR(const void *p) { return (long)p; }
static inline int IS_ERR(const void *p) { return IS_ERR_VALUE((unsigned long)p); }
static int obj = 8;
static void *get(int k) { return k == 0 ? &obj : k == 1 ? (void *)0 : ERR_PTR(-12); }
int main(void) {
    for (int k = 0; k < 3; k++) {
        int *p = get(k);
        if (IS_ERR(p)) printf("err %ld\n", PTR_ERR(p));
        else printf("ok %d\n", p ? *p : -1);
    }
    return -PTR_ERR(get(2));
}
