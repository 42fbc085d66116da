// stage: run; models: lp64, ilp32; exit: 5
// A driver's operations with optional members.
#include <stdio.h>
struct file;
struct ops { int (*open)(struct file *); int (*read)(struct file *, char *, int); void (*release)(struct file *); };
struct file { const struct ops *ops; int pos, refs; void *priv; };
static int my_open(struct file *f) { f->priv = "data!"; f->refs++; return 0; }
static int my_read(struct file *f, char *b, int n) {
    const char *d = f->priv;
    int k = 0;
    while (k < n && d[f->pos]) b[k++] = d[f->pos++];
    return k;
}
static const struct ops my = {.open = my_open, .read = my_read};
static int vfs_read(struct file *f, char *b, int n) { return f->ops && f->ops->read ? f->ops->read(f, b, n) : -22; }
static void vfs_close(struct file *f) { if (f->ops->release) f->ops->release(f); f->refs--; }
int main(void) {
    struct file f = {&my}, bad = {0};
    char b[4] = {0};
    int n, total = f.ops->open(&f);
    while ((n = vfs_read(&f, b, 3)) > 0) { total += n; printf("%.*s|", n, b); }
    vfs_close(&f);
    printf(" %d %d %d\n", total, vfs_read(&bad, b, 1), f.refs);
    return total;
}
