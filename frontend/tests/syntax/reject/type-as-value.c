typedef int T;
int f(int a)
{
    a = T;
    a = T + 1;
    a = a + int;
    f(T);
    return sizeof T;
}
