// bug: -D BUG=1
// A function's address in an array of numbers.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void bad(void) { if (BUG) reach_error(); }
static unsigned long table[2];
int main(void)
{
    table[1] = (unsigned long)bad;
    int i = __VERIFIER_nondet_int() & 1;
    if (table[i])
        ((void (*)(void))table[i])();
    return 0;
}
