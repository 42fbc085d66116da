// arguments: --entry irq
void reach_error(void);
union u {
    int n;
    struct {
        short a, b;
    } s;
    char c[8];
    void *p;
};
struct dev {
    unsigned ready : 1, mode : 3;
    int level : 4;
    union u *box;
    struct dev *parent;
};
struct header {
    unsigned char version : 4, length : 4;
    unsigned short size;
} __attribute__((packed));

int irq(int number, struct dev *d, unsigned char *packet)
{
    if (!d || !d->parent || !d->box || !packet)
        return 0;
    struct header *h = (struct header *)packet;
    if (d->ready && d->mode == 5 && d->level == -3 && d->box->s.b == 3 && d->box->c[0] == 'a'
        && d->parent->level == 2 && d->parent->parent == d && h->version == 4 && h->size == 0x1234)
        reach_error();
    return 0;
}
