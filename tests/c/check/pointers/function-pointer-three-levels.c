// proved: -D BUG=0
// bug: -D BUG=1
// A function pointer is set through a pointer to a pointer to it.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void bad(void) { reach_error(); }
static void good(void) {}
static void (*h)(void) = good, (**hp)(void) = &h;
static void set(void (***p)(void)) { **p = BUG ? bad : good; }
int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        set(&hp);
    h();
    return 0;
}
