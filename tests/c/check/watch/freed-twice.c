// proved: -D BUG=0 --property made.spec
// bug: -D BUG=1 --property made.spec
// bug: -D BUG=2 --property made.spec
// The pattern of docs/spec-language.md: an allocator is watched by its result.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
int main(void)
{
    char *p = malloc(4);
    char *q = malloc(4);
    if (BUG == 1 && __VERIFIER_nondet_int())
        free(p);
    if (BUG != 2 || __VERIFIER_nondet_int())
        free(p);
    free(q);
    return 0;
}
