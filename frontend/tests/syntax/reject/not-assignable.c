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
