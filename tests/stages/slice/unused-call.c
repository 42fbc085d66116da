// A call that changes nothing the error depends on is left out; the one that does stays.
void __VERIFIER_error(void);
int counted, logged;
static void count(void) { counted++; }
static void log_it(int what) { logged = what; }

int main(void)
{
    count();
    log_it(counted);
    if (counted != 1)
        __VERIFIER_error();
    return logged;
}
