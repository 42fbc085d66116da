// proved: -D BUG=0 --property member.spec
// bug: -D BUG=1 --property member.spec
// A member of an argument is watched, not the argument.
struct lock { int v; };
struct device { int id; struct lock lock; };
void start(struct device *);
void stop(struct device *);
void *malloc(unsigned long);
int main(void)
{
    struct device *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    start(a);
    start(BUG ? a : b);
    stop(a);
    return 0;
}
