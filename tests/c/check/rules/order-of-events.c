// proved: --property order-of-events.spec
// A handler at return, an argument that the call changes, and a result that goes to memory.
void inner(void);
void look(int);
static int level;
static volatile int result;
int step(int n)
{
    level = 1;
    inner();
    return 7 + n;
}
int main(void)
{
    result = step(level);
    look(result);
    return 0;
}
