// arguments: --entry probe
void reach_error(void);
struct item {
    int n;
    struct item *next;
    void (*done)(struct item *);
};
struct request {
    struct item head;
    struct item *list[3];
    int mode;
};
void known(void (*f)(struct item *));

static void hook(struct item *x)
{
    if (x->n == 5)
        reach_error();
}

int probe(struct request p)
{
    known(hook);
    if (p.mode == 2 && p.list[1] && p.list[1]->n == 5 && p.list[1]->next == p.list[2] && p.head.done == hook)
        p.head.done(p.list[1]);
    return 0;
}
