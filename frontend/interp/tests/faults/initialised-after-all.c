// expect: exit 0
struct s { char c; int n; };
int main(void) { struct s a, b; a.c = 0; a.n = 0; b = a; if (b.n) return 1; unsigned m; m = 0; return m; }
