// stage: run; models: lp64, ilp32; exit: 7
// Packed enums take the smallest type; enums in structs and arrays.
#include <stdio.h>
enum __attribute__((packed)) tiny { T0, T1, T200 = 200 };
enum __attribute__((packed)) half { H = 1000 };
struct rec { enum tiny t; enum { IN_A, IN_B = 7 } e; enum half h; };
int main(void) {
    struct rec r = {T200, IN_B, H};
    enum tiny row[3] = {T1, T200, T0};
    printf("%d %d %d\n", (int)sizeof(enum tiny), (int)sizeof(enum half), (int)sizeof(struct rec));
    printf("%d %d %d %d\n", r.t, r.e, r.h, row[1]);
    r.t = row[1] + 100;
    printf("%d\n", r.t);
    return IN_B;
}
