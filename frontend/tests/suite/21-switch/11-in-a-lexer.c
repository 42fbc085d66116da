// stage: run; models: lp64, ilp32; exit: 7
// A loop around a switch that scans numbers, names and operators.
#include <stdio.h>
int main(void) {
    const char *p = "foo = 12+x7 * (3-9);";
    int names = 0, nums = 0, ops = 0, sum = 0;
    while (*p) {
        switch (*p) {
        case ' ': p++; continue;
        case 'a' ... 'z':
            names++;
            do p++; while ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9'));
            break;
        case '0' ... '9': {
            int v = 0;
            while (*p >= '0' && *p <= '9') v = v * 10 + *p++ - '0';
            sum += v;
            nums++;
            break;
        }
        default: ops++; p++;
        }
    }
    printf("%d %d %d %d\n", names, nums, ops, sum);
    return ops;
}
