int f(int a, int b)
{
    a = a b;
    a = 3 4;
    f(a b);
    a = (a) b;
    a = "x" a;
    return f(1) 2;
}
