int f(int a)
{
    for (a = 0; a < 3) a++;
    for a;
    do a++; until (a);
    switch a { }
    case 1 a++;
    goto 3;
    break
    continue a;
    while (a) int x;
    return
}
