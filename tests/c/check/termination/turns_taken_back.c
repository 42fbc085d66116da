// bug: --property termination
// What the loop counts up, a function that it calls sets back.
int nondet_int(void);
int count;
static void set_back(void) {
    if (nondet_int())
        count = 0;
}
int main(void) {
    while (count < 5) {
        count++;
        set_back();
    }
    return 0;
}
