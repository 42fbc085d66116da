// arguments: --blocks statement
// predicate: main: x == 0
// predicate: main: y == x
//
// A constant decides one predicate; a copy decides the other; an increment leaves open what is not known.
void __VERIFIER_error(void);

int main(void)
{
    int x = 0, y;
    y = x;
    x++;
    if (y == x)
        __VERIFIER_error();
    return 0;
}
