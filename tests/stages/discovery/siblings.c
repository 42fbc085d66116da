// Two states of a state machine are needed: all that the program speaks of are tracked at once.
void __VERIFIER_error(void);
int nondet(void);
int state;

int main(void)
{
    state = 7;
    while (nondet())
        if (state == 8)
            state = 9;
    if (state == 5 || state == 6)
        __VERIFIER_error();
    return 0;
}
