// arguments: --entry go
// What a structure that is defined elsewhere holds are addresses of this program's objects and functions.
void reach_error(void);
struct ops {
    int (*open)(int);
};
struct dev {
    int n;
    struct ops *ops;
    int *flag;
};
extern struct dev devices[4];
void known(struct ops *, int *);
int flag;

int open_first(int x)
{
    if (x == 3)
        reach_error();
    return 0;
}

struct ops ops = { open_first };

int go(int k)
{
    known(&ops, &flag);
    if (k < 0 || k > 3)
        return 1;
    if (devices[k].ops == &ops && devices[k].flag == &flag)
        devices[k].ops->open(k);
    return 0;
}
