// No execution reaches the error: nothing is left.
void __VERIFIER_error(void);
static void never(void) { __VERIFIER_error(); }

int main(void)
{
    return 0;
}
