// bug: --property termination
// It ends at once for nearly all numbers, and goes round forever between 4097 and 4098.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x > 4096) {
        if (x == 4097)
            x = 4098;
        else if (x == 4098)
            x = 4097;
        else
            x = 0;
    }
    return 0;
}
