// predicate: main: i < 10
// predicate: main: i <= 10
//
// The body of a loop is one step; the loop's condition holds in it and its negation behind it.
void __VERIFIER_error(void);

int main(void)
{
    int i = 0;
    while (i < 10)
        i++;
    if (i > 10)
        __VERIFIER_error();
    return 0;
}
