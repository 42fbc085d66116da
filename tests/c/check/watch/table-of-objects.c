// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// Objects that are found by an index.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void take(void *);
void give(void *);
static void *table[2];
int main(void)
{
    table[0] = malloc(8);
    table[1] = malloc(8);
    int i = __VERIFIER_nondet_int() & 1;
    take(table[i]);
    if (BUG)
        take(table[__VERIFIER_nondet_int() & 1]);
    else
        take(table[1 - i]);
    give(table[0]);
    give(table[1]);
    return 0;
}
