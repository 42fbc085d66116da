// arguments: --entry go
// The values of updates are used, and registers are read in what is updated.
void reach_error(void);
struct regs {
    volatile int a : 3, b : 5;
    volatile unsigned char index;
    volatile short t[4];
    volatile unsigned one : 1;
    volatile _Bool on;
    volatile long big : 40;
    volatile unsigned status;
};

int go(struct regs *r)
{
    int x, y, z;
    x = r->t[r->index & 3] += r->a;
    y = r->b--;
    z = (r->t[1])++ + (r->on)--;
    (r->t[2]) <<= (2);
    r->one ^= 1;
    if (!r->one)
        return 2;
    if (x == -5 && y == -7 && z == 14 && r->a == -2 && --r->t[r->t[0] & 3] == 4
        && (r->big |= 1) == 0x700000001 && (r->status = 4) == 4 && ++r->status == 9)
        reach_error();
    return 0;
}
