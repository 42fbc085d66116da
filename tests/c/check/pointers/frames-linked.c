// unknown: -D BUG=0
// bug: -D BUG=1
// The frames of a recursion are linked, and walked from the innermost.
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct f { struct f *up; int d; };
static int len(struct f *p) { int n = 0; while (p) { n++; p = p->up; } return n; }
static void rec(struct f *up, int d)
{
    struct f me = { up, d };
    if (d == 0) {
        if (len(&me) == (BUG ? 2 : 4))
            reach_error();
        return;
    }
    rec(&me, d - 1);
}
int main(void)
{
    rec(0, __VERIFIER_nondet_int() & 1);
    return 0;
}
