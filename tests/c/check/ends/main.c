// `main` stands for the whole life of a driver: everything is given back where it returns, whatever that is.
// bug: --property memory -D BUG=1
// proved: --property memory -D BUG=0
// bug: --property end.spec -D BUG=1
// proved: --property end.spec -D BUG=0
void *kmalloc(unsigned long, int);
void kfree(const void *);
int work(void *);

int main(void) {
    void *p = kmalloc(64, 0);
    if (!p)
        return 1;
    int ret = work(p);
    if (!BUG || ret != 7)
        kfree(p);
    return ret < 0 ? ret : 0;
}
