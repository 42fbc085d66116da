// What is written through the pointer matters if it may lead to x, and does not if it leads to y only.
void __VERIFIER_error(void);
int x, y;

int main(void)
{
    int *p = &x, *q = &y;
    *p = 1;
    *q = 2;
    if (x != 1)
        __VERIFIER_error();
    return y;
}
