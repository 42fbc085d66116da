void reach_error(void);
unsigned long handle(void);
void give(int *);
int x;

int main(void)
{
    give(&x);
    int *p = (int *)handle();
    if (p == &x)
        *p = 3;
    if (x == 3)
        reach_error();
    return 0;
}
