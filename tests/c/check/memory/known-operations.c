// proved: -D BUG=0
// bug: -D BUG=1
// A table of functions that was made known outside comes back, and is called.
#include <assert.h>
struct operations {
    void (*stop)(void);
};
static int running;
static void stop(void)
{
    running = 0;
}
static struct operations own = { stop };
void register_operations(struct operations *operations);
struct operations *find_operations(void);
int main(void)
{
    struct operations *found;
    if (BUG)
        register_operations(&own);
    found = find_operations();
    running = 1;
    if (found == &own)
        found->stop();
    assert(running == 1);
    return 0;
}
