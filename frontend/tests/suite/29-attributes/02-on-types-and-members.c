// stage: run; models: lp64, ilp32; exit: 10
// Attributes on structs, members, enumerators, typedefs and unions.
#include <stdio.h>
struct __attribute__((packed)) s1 { char a; int b; };
struct s2 { char a; int b; } __attribute__((packed));
struct s3 { char a; int b __attribute__((packed)); short c __attribute__((aligned(8))), d; };
typedef struct { char x; } __attribute__((aligned(4))) t4;
enum e { E0 __attribute__((unused)), E1 __attribute__((deprecated)) = 5 };
union __attribute__((transparent_union)) u { int *i; const int *ci; };
typedef int vec __attribute__((aligned(16)));
static int take(union u p) { return *p.i; }
int main(void) {
    int v = 6;
    printf("%d %d %d %d\n", (int)sizeof(struct s1), (int)sizeof(struct s2), (int)sizeof(struct s3), (int)sizeof(t4));
    printf("%d %d %d\n", E1, take(&v), (int)__alignof__(vec));
    return (int)__builtin_offsetof(struct s3, d);
}
