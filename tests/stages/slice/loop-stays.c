// The loop writes nothing that matters, but it may not end: then the error is not reached.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int sum = 0;
    while (nondet() != 0)
        sum++;
    __VERIFIER_error();
    return sum;
}
