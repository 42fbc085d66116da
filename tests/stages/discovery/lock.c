// The example of SLAM: unlocked again only if nothing was new. That both numbers are the same is what is to be found.
void __VERIFIER_error(void);
int nondet(void);
int locked;

int main(void)
{
    unsigned count, old;
    do {
        if (locked)
            __VERIFIER_error();
        locked = 1;
        old = count;
        if (nondet()) {
            if (!locked)
                __VERIFIER_error();
            locked = 0;
            count++;
        }
    } while (count != old);
    if (!locked)
        __VERIFIER_error();
    return 0;
}
