// What the routine is for stands in a table; it goes through several resources.
// bug: --property irq --entry begin -D BUG=1
// proved: --property irq --entry begin -D BUG=0
// says: of the end, only failing returns of begin
// bug: --property clk --entry begin -D BUG=2
// proved: --property clk --entry begin -D BUG=0
// bug: --property pci_device --entry begin -D BUG=3
// proved: --property pci_device --entry begin -D BUG=0
struct device { int irq; };
struct driver { const char *name; struct { int n; int (*probe)(struct device *); } ops[2]; };
struct clk;
int request_irq(unsigned int, int (*)(int, void *), unsigned long, const char *, void *);
void free_irq(unsigned int, void *);
int clk_prepare_enable(struct clk *);
void clk_disable_unprepare(struct clk *);
int pci_enable_device(struct device *);
void pci_disable_device(struct device *);
int power_up(struct device *);
struct clk *the_clock(struct device *);

static int handler(int irq, void *data) {
    return irq;
}

static int begin(struct device *d) {
    struct clk *clk = the_clock(d);
    int ret = pci_enable_device(d);
    if (ret < 0)
        return ret;
    if (ret)
        return -5;
    ret = clk_prepare_enable(clk);
    if (ret)
        goto disable;
    ret = request_irq(d->irq, handler, 0x80, "device", d);
    if (ret)
        goto unprepare;
    ret = power_up(d);
    if (ret) {
        ret = -19;
        goto release;
    }
    return 0;
release:
    if (BUG != 1)
        free_irq(d->irq, d);
unprepare:
    if (BUG != 2)
        clk_disable_unprepare(clk);
disable:
    if (BUG != 3)
        pci_disable_device(d);
    return ret < 0 ? ret : -5;
}

struct driver driver = { "driver", { { 0 }, { .probe = begin } } };
