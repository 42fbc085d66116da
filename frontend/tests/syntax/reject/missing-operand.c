int f(int a, int b)
{
    a = b + ;
    a = * ;
    if () return 1;
    a = (b + );
    f(a, );
    a[];
    return a ? : ;
}
