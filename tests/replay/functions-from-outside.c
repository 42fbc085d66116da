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

int go(struct dev *d, unsigned k, int (*done)(int))
{
    if (!d || k > 3 || !done || !table[k] || !hook)
        return 0;
    if (d->handlers[k] && d->handlers[k](d, 1) == 2 && d->peers[1] && d->peers[1] != d
        && d->peers[1]->name[3] == 'z' && d->peers[1]->flags & 8 && table[k]->start(d) == 3
        && hook(done(k)) == 8)
        reach_error();
    return 0;
}
