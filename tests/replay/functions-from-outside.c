// arguments: --entry go
void reach_error(void);
struct dev {
    char name[8];
    int (*handlers[4])(struct dev *, int);
    struct dev *peers[2];
    unsigned flags;
};
struct ops {
    int (*start)(void *);
};
extern const struct ops *table[4];
extern int (*hook)(int);

struct handler {
    int (*f)(struct dev *);
    struct dev *d;
};
static struct handler handlers[3];
static int count;

static void add(int (*f)(struct dev *), struct dev *d)
{
    handlers[count++] = (struct handler){ .f = f, .d = d };
}

static int flags(struct dev *d)
{
    return d->flags;
}

// One call leads to a function of the program and to one outside.
static int run(void)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += handlers[i].f(handlers[i].d);
    return sum;
}

int go(struct dev *d, unsigned k, int (*done)(int), int (*other)(struct dev *))
{
    if (!d || k > 3 || !done || !other || !table[k] || !hook)
        return 0;
    if (d->handlers[k] && d->handlers[k](d, 1) == 2 && d->peers[1] && d->peers[1] != d
        && d->peers[1]->name[3] == 'z' && d->peers[1]->flags & 8 && table[k]->start(d) == 3
        && hook(done(k)) == 8) {
        add(flags, d->peers[1]);
        add(other, d);
        if (run() == 19)
            reach_error();
    }
    return 0;
}
