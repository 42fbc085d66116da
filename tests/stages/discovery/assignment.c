// The condition is carried backward over the loop's way out and the assignment.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int x = nondet(), y;
    y = x + 1;
    while (nondet())
        ;
    if (x == 3 && y != 4)
        __VERIFIER_error();
    return 0;
}
