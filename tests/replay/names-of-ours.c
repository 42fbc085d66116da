// arguments: --property names-of-ours.spec
// The user's names look like those of the harness.
void acquire(void);
int in(int argument_1, int (*f)(int argument_2));
struct replay_s {
    int cegar_x, argument_1;
};
extern struct replay_s cegar_dev, their_dev;
extern volatile int replay_reg;
typedef int rule_held;
int argument_2 = 4;
int rule_handler_0_of_acquire(void) { return 1; }
int replay_in(void) { return 3; }
int replay_acquire(int x) { return replay_in() + x; }
int cegar_value(int x) { return x; }
int user_main(int x) { return x; }

static int replay_f(int argument_1)
{
    static int cegar_k;
    rule_held replay_z;
    if (replay_z == 8)
        goto cegar_end;
    cegar_k = 3;
cegar_end:
    return argument_1 + argument_2 + cegar_k;
}

int main(void)
{
    struct replay_s cegar_result;
    int cegar_0;
    if (cegar_dev.cegar_x == 3 && cegar_dev.argument_1 == 4 && replay_reg == 5 && replay_reg == 6
        && in(3, replay_f) == 4 && cegar_result.argument_1 == 3 && cegar_0 == 8 && replay_f(3) == 7
        && user_main(1) && replay_acquire(1) == 4 && cegar_value(2) == 2)
        acquire();
    return 0;
}
