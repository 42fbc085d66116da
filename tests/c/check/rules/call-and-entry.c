// proved: --property call-and-entry.spec
// proved: -D BODY --property call-and-entry.spec
// The order of two handlers of one function, with a body and without.
#ifdef BODY
void step(void) { }
#else
void step(void);
#endif
int input(void);
int main(void)
{
    while (input())
        step();
    return 0;
}
