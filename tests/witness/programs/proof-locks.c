// cegar: --property reach.prp
// invariants: 2
extern int nondet_int(void);
extern void reach_error(void);
static int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void)
{
    int new, old, state = 0;
    while (nondet_int()) {
        if (state != 0 && state != 2)
            reach_error();
        state = 2;
        do {
            lock();
            old = new = nondet_int();
            if (nondet_int()) {
                unlock();
                new++;
            }
        } while (new != old);
        unlock();
        for (;nondet_int();)
            if (locked)
                reach_error();
    }
    return 0;
}
