// unknown: --property termination
// In every short run the step is one. After many turns it is zero, and the loop goes round forever.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    int step = 1, turns = 0;
    while (x >= 0) {
        x = x - step;
        if (turns < 100000)
            turns = turns + 1;
        else
            step = 0;
    }
    return 0;
}
