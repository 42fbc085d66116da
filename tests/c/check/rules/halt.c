// proved: -D BUG=0 --property halt.spec
// bug: -D BUG=1 --property halt.spec
// The rule says that the function tells the truth.
int __VERIFIER_nondet_int(void);
int is_open(void);
void open(void), close(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    open();
    if (is_open())
        close();
    if (is_open())
        close();
    if (BUG)
        close();
    return 0;
}
