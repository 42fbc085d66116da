// proved: -D BUG=0 --property labels.prp
// bug: -D BUG=1 --property labels.prp
// A label that must not be reached may stand in several functions.
int input(void);
static int first(int n)
{
    if (n == 1 && n == 2) {
ERROR:
        return 1;
    }
    return 0;
}
static int second(int n)
{
    if (n == 3 && BUG) {
ERROR:
        return 1;
    }
    return 0;
}
int main(void)
{
    int n = input();
    return first(n) + second(n);
}
