// run:
// run: --data-model ilp32
// run: --value 1
// inspect: --stage ir
// inspect: --stage ir --slice
// inspect: --stage callgraph
// inspect: --stage pointsto
// inspect: --stage ledger
// A small driver: an operation table, a lock, an error path.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int mystery(int);
struct device { int locked; long count; int (*open)(struct device *); };
static void lock(struct device *d)
{
    if (d->locked)
        reach_error();
    d->locked = 1;
}
static int open_device(struct device *d)
{
    lock(d);
    d->count += sizeof d->count;
    if (__VERIFIER_nondet_int())
        return -1;
    d->locked = 0;
    return 0;
}
static struct device device = { .open = open_device };
int main(void)
{
    int unused = mystery(3);
    for (int i = 0; i < 2; i++)
        device.open(&device);
    return (int)device.count;
}
