// What is wrong without any call from outside is wrong.
// bug: --property mutex
// bug: --property mutex --no-callbacks
struct mutex { int x; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
int request_irq(unsigned int, int (*)(int, void *), unsigned long, const char *, void *);

static struct mutex m;

static int handler(int irq, void *dev) {
    mutex_lock(&m);
    mutex_unlock(&m);
    return irq;
}

int main(void) {
    mutex_lock(&m);
    int failed = request_irq(7, handler, 0, "device", 0);
    mutex_lock(&m);
    return failed;
}
