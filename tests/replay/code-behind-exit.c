// Behind a function that does not return stands a call of one that is nowhere else.
void reach_error(void);
void exit(int);
int nondet(void);
void nowhere(int *);

static void stop(int code)
{
    exit(code);
    int n = 0;
    nowhere(&n);
}

int main(void)
{
    if (nondet() == 7)
        reach_error();
    stop(1);
}
