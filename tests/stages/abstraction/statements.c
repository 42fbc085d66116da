// arguments: --blocks statement
// predicate: main: x == 0
//
// Every statement is a step of its own; one that changes no predicate is empty.
void __VERIFIER_error(void);

int main(void)
{
    int x = 1;
    x = x - 1;
    x = x + 0;
    if (x != 0)
        __VERIFIER_error();
    return 0;
}
