int f(int x)
{
    x = 1
    return x;
}
int g(int x)
{
    int y = 3
    y++;
    return y
}
