// cegar: --property reach.prp
// invariants: 2
extern int nondet_int(void);
extern unsigned nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned y = 1;
    int last = -1;
    unsigned char small = 0;
    while (1) {
        y = y + 2u * nondet_uint();
        if (y == 0)
            reach_error();
        if (nondet_int())
            break;
    }
    while (nondet_int()) {
        if (small + last > 1)
            reach_error();
        small = 1;
        last = last < 0 ? 0 : last - 1;
    }
    return 0;
}
