// Of the functions whose addresses are taken, only those stay that the call may reach and that matter.
void __VERIFIER_error(void);
int state;
static void set(void) { state = 1; }
static void nothing(void) { }
static void clear(void) { state = 0; }
void (*unused)(void) = clear;

int main(int argc, char **argv)
{
    void (*f)(void) = argc > 1 ? set : nothing;
    f();
    if (state > 1)
        __VERIFIER_error();
    return 0;
}
