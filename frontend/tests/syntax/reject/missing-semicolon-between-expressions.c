void f(void);
int x;
int main(void)
{
    x = x + 1
    f();
    f()
    x++;
}
