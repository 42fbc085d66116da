int f(int a)
{
    return a);
}
}
int g(void) { return 1; }
int h[3]];
