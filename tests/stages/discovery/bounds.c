// How far a loop counts is told by the loop's condition, not by the numbers it goes through.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int n = nondet(), i = 0;
    if (n < 0 || n > 1000)
        return 0;
    while (i < n)
        i++;
    if (i != n)
        __VERIFIER_error();
    return 0;
}
