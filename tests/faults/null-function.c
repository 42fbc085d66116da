// A call of a null pointer ends the run: the assertion is reached with a function only.
// verdict: proved
// says: a run in which this does not hold stops there
#include <assert.h>
struct operations {
    int (*start)(void);
};
struct operations *find_operations(void);
int main(void)
{
    struct operations *ops = find_operations();
    int (*start)(void) = ops->start;
    start();
    assert(start != 0);
    return 0;
}
