// One field of a structure decides; stores to the other are left out.
void __VERIFIER_error(void);
int nondet(void);
struct device { int open, count; };
struct device first;

int main(void)
{
    first.open = nondet();
    first.count = nondet();
    first.count++;
    if (first.open == 1)
        __VERIFIER_error();
    return first.count;
}
