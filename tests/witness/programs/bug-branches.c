// cegar: --property reach.prp
extern int nondet_int(void);
extern unsigned char nondet_uchar(void);
extern void reach_error(void);
static int twice(int x) { return x > 3 ? 2 * x : x; }
int main(void)
{
    int a = nondet_int(), n = 0;
    unsigned char c;
    c = nondet_uchar();
    switch (c) {
    case 1: a = 0; break;
    case 'x': n = 1; break;
    default: n = 7;
    }
    for (int i = 0; i < 3; i++)
        if (!(a == i + 5 || n == 1) && nondet_int())
            n += 2;
    switch (a) { case 5: break; }
    switch (n) { case 5: return 0; }
    while (a > 5 && (n == 0 || a < 9)) a--;
    if (twice(a) == 10 && n == 1) { reach_error(); } else return 1;
    return 0;
}
