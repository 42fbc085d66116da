/* The turnstile of turnstile-1.c, which stays open after the third coin. */
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
            unlocked = paid >= 3;
            entered++;
        }
        if (paid - entered != unlocked)
            reach_error();
        if (paid == 1000)
            break;
    }
    return 0;
}
