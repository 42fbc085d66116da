// cegar: --property reach.prp
// invariants: 1
// What is in scope under another meaning must not be said of.
extern int nondet_int(void);
extern void reach_error(void);
static int x = 1;
int main(void)
{
    int outer = 3;
    if (x != 1)
        reach_error();
    {
        int x = 7;
        while (nondet_int()) {
            int outer = nondet_int();
            while (nondet_int())
                outer++;
            x = 8;
        }
        if (x != 7 && x != 8)
            reach_error();
    }
    while (nondet_int()) {
        x = 2;
        if (outer != 3)
            reach_error();
    }
    for (int outer = 5; nondet_int(); outer++)
        ;
    if (x > 2 || outer != 3)
        reach_error();
    return 0;
}
