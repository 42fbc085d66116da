// stage: run; models: lp64, ilp32; exit: 100
// Strings initialise char arrays wherever the flow of an elided list meets one.
#include <stdio.h>
struct r { char s[4]; int x; };
int main(void) {
    struct r v[] = {"abc", 1, {"de", 2}, "f"};
    char a[2][4] = {"abc", [0][1] = 'X', [1] = {'p', "q"[0]}};
    char b[][3] = {"ab", {"cd"}, {'e', 'f'}, "gh"};
    struct { struct { char t[3]; } in[2]; char *p; } n = {"x", "yz", "tail"};
    printf("%d %s %d %s %d %s %d\n", (int)(sizeof v / sizeof *v), v[0].s, v[0].x, v[1].s, v[1].x, v[2].s, v[2].x);
    printf("%s %s %d %.3s %s\n", a[0], a[1], (int)sizeof b, b[2], b[3]);
    printf("%s %s %s\n", n.in[0].t, n.in[1].t, n.p);
    return b[1][1];
}
