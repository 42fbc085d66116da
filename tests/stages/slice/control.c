// A branch that decides whether something that matters is written stays; one around other things goes.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int mode = nondet(), shown = nondet(), state = 0, printed = 0;
    if (mode == 1)
        state = 2;
    if (shown == 1)
        printed = state;
    if (state == 2)
        __VERIFIER_error();
    return printed;
}
