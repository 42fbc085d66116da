// A call that may end the program stays, although it writes nothing; what it is given for the log does not.
void __VERIFIER_error(void);
void exit(int code);
int nondet(void);
int logged;

static void stop_if(int bad, int why)
{
    logged = why;
    if (bad)
        exit(1);
}

int main(void)
{
    int x = nondet();
    stop_if(x != 0, 3);
    if (x != 0)
        __VERIFIER_error();
    return 0;
}
