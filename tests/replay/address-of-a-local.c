// A function outside returns the addresses of a local variable and of a static one that it was given.
void reach_error(void);
struct completion {
    int done;
};
void queue(struct completion *c);
struct completion *dequeue(void);
void give(int *);
int *take(void);

static int waits(void)
{
    struct completion done;
    done.done = 0;
    queue(&done);
    struct completion *p = dequeue();
    if (p == &done)
        p->done = 1;
    return done.done;
}

static int counts(int k)
{
    static int counter;
    counter += k;
    give(&counter);
    int *p = take();
    if (p == &counter)
        *p = 77;
    return counter;
}

int main(void)
{
    if (waits() && counts(1) == 77)
        reach_error();
    return 0;
}
