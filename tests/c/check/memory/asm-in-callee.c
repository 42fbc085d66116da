// proved: -D BUG=0
// unknown: -D BUG=1
// Assembly in a function writes a variable whose address the caller takes: nothing else uses the address.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int g = 1, h = 1;
static void poke(void) { asm volatile("movl $5, g" : : : "memory"); }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int *p = &g;
    (void)p;
    poke();
    if ((BUG ? g : h) != 1)
        reach_error();
    return 0;
}
