// arguments: --entry go
// Structures with arrays come from functions without a body and from behind pointers.
void reach_error(void);
struct item {
    int a;
    char b[5];
};
struct big {
    struct item t[10];
    long x;
};
struct ops {
    int (*rd)(int, int);
    struct big (*get)(void);
};
struct big get_big(int);

static int value(struct item s)
{
    return s.b[3] == 'v' ? s.a : 0;
}

int go(struct item in, struct big b, struct ops *ops)
{
    struct big c = get_big(1);
    if (!ops || value(in) != 4 || b.t[7].b[1] != 9 || value(c.t[2]) != 8 || c.x != b.x + 1)
        return 0;
    if ((*ops->rd)((ops->rd(1, c.t[1].a)), (2)) == 5) {
        struct big d = ops->get();
        if (d.t[3].a == 4 && d.x == 3)
            reach_error();
    }
    return 0;
}
