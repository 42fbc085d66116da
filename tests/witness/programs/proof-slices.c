// cegar: --property reach.prp
// invariants: 0
// unsaid: stale kind
// The second write matters to nobody, and neither does the second call: they are not in what is proved.
extern int nondet_int(void);
extern void reach_error(void);
static int stale;
static int count(int kind)
{
    int i = 0;
    while (nondet_int())
        i = kind;
    return i;
}
int main(void)
{
    int live = 0, counted = count(1);
    stale = 0;
    if (counted != 0 && counted != 1)
        reach_error();
    if (stale)
        reach_error();
    stale = 9;
    while (nondet_int()) {
        if (live)
            reach_error();
    }
    while (nondet_int())
        count(7);
    return 0;
}
