// stage: run; models: lp64, ilp32; exit: 21
// alias makes two names for one function or object.
#include <stdio.h>
static int real_fn(int x) { return x * 3; }
int alias_fn(int) __attribute__((alias("real_fn")));
int real_obj = 5;
extern int alias_obj __attribute__((alias("real_obj")));
int main(void) {
    alias_obj += 2;
    printf("%d %d %d\n", alias_fn(4), real_obj, &alias_obj == &real_obj);
    return alias_fn(real_obj);
}
