/* A turnstile lets as many people through as coins were paid. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int unlocked = 0;
    int entered = 0;
    int paid = 0;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() && !unlocked) {
            unlocked = 1;
            paid++;
        } else if (unlocked) {
            unlocked = 0;
            entered++;
        }
        if (paid - entered != unlocked)
            reach_error();
        if (paid == 1000)
            break;
    }
    return 0;
}
