void f(int a)
{
    asm(a);
    asm("x" : "=r" a);
    asm("x" : (a));
    asm("x" : : : 3);
    asm "x";
    asm goto ("x" : : : : 3);
}
int b asm(3);
