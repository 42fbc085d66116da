// proved: -D BUG=0 --property wildcard.spec
// bug: -D BUG=1 --property wildcard.spec
// A pattern names several functions, of different types.
int __VERIFIER_nondet_int(void);
int dev_read(int), dev_write(int, char *);
void dev_init(void);
int main(void)
{
    char c = 0;
    if (__VERIFIER_nondet_int())
        dev_init();
    else if (!BUG)
        return 0;
    dev_read(1);
    dev_write(2, &c);
    return 0;
}
