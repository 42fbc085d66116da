int f(int a)
{
    if (a)
        a++;
        a--;
    else
        a = 0;
    return a;
}
