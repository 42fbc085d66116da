/* A count of bytes that fits where long has 64 bits and wraps where it has 32. */
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int pages = __VERIFIER_nondet_uint();
    unsigned long bytes = (unsigned long)pages * 4096UL;

    if (pages > 0 && bytes / 4096UL != pages)
        reach_error();
    return 0;
}
