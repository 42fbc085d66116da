// bug: --property termination
// The inner loop may give back what a turn of the outer one takes.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x > 0) {
        x--;
        while (x < 10 && nondet_int())
            x++;
    }
    return 0;
}
