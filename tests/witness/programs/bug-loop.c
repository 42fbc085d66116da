// cegar: --property reach.prp
extern int nondet_int(void);
extern double nondet_double(void);
extern long nondet_long(void);
extern void reach_error(void);
static int table[4];
static int unused(int x) { int y = nondet_int(); return x + y; }
int main(void)
{
    int sum = 0;
    long big = nondet_long();
    double unread = nondet_double();
    for (int i = 0; i < 4; i++) {
        table[i] = nondet_int();
        if (table[i] < 0 || table[i] > 9)
            return 0;
        sum = sum + table[i];
        unused(sum);
    }
    do {
        sum++;
    } while (sum < 5 && nondet_int());
    if (sum == 31 && table[2] > table[1] && table[1] == 7)
        if (big < -5000000000L)
            goto ERROR;
    return 0;
ERROR:
    reach_error();
    return 1;
}
