int f(int a)
{
    if (a return 1;
    while a < 3) a++;
    f(1, (2, 3);
    return 0;
}
int g(int a)
{
    return (a + 1;
}
