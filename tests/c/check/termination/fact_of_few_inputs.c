// bug: --property termination
// The step is zero for one input among many: what holds of most executions is no fact.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int step = nondet_int();
    if (step < 1)
        step = 1;
    if (step == 7919)
        step = 0;
    while (x >= 0)
        x = x - step;
    return 0;
}
