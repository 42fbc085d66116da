typedef int T;
int f(int a, int b, int *p)
{
    a + b = 3;
    -a = 3;
    (T)a = 3;
    a ? b : a = 3;
    a && b = 3;
    3 = a;
    sizeof a = 3;
    *p + a += 3;
    return a = b + a = 3;
}
int g(int a, int b, int *p)
{
    a + *p = 3;
    a + (b) = 3;
    a * p[1] = 3;
    !p[1] = 3;
    -*p = 3;
    (T)p[0] = 3;
    (T)*p += 3;
    a ? b : p[0] = 3;
    sizeof p[0] = 3;
    a || (b) = 3;
    ++*p = 3;
    return 0;
}
