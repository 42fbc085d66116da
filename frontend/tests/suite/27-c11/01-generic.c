// stage: run; models: lp64, ilp32; exit: 3
// _Generic selects by type without evaluating its operand.
#include <stdio.h>
#define KIND(x) _Generic((x), char: "char", signed char: "schar", int: "int", unsigned: "uint", \
    float: "float", double: "double", char *: "char*", const char *: "cchar*", int *: "int*", \
    struct s: "struct", void (*)(void): "fn", default: "other")
struct s { int x; } v;
static void fn(void) {}
int main(void) {
    int i = 0, arr[2];
    char c = 1;
    const char *cs = "";
    puts(KIND(c));
    puts(KIND(+c));
    puts(KIND('a'));
    puts(KIND("lit"));
    puts(KIND(cs));
    puts(KIND(arr));
    puts(KIND(v));
    puts(KIND(fn));
    puts(KIND(1.f * 2));
    puts(KIND(&cs));
    puts(KIND(i++));
    return i + _Generic(i, long: 1, default: 2, int: 3);
}
