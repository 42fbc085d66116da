// stage: run; models: lp64, ilp32; exit: 3
// __auto_type takes the initialiser's type, after decay.
#include <stdio.h>
#define min(a, b) ({ __auto_type _x = (a); __auto_type _y = (b); _x < _y ? _x : _y; })
int main(void) {
    __auto_type i = 5;
    __auto_type d = 2.5;
    __auto_type s = "str";
    char c = 1;
    __auto_type sum = c + c;
    const __auto_type k = 7ULL;
    printf("%d %g %s %d %d\n", i, d, s, (int)sizeof sum, (int)sizeof k);
    int arr[4] = {4, 3, 2, 1};
    __auto_type p = arr;
    p++;
    printf("%d %d\n", *p, (int)(sizeof p == sizeof(void *)));
    return min(i, min(9, *p));
}
