// unknown: --property termination
// It goes on forever: what is written to the other one is in the first. A variable for each would end.
void *malloc(unsigned long);
int nondet_int(void);
int main(void) {
    int *left = malloc(sizeof(int));
    int *other = left;
    *left = nondet_int();
    while (*left > 0) {
        *left = *left - 1;
        *other = 1;
    }
    return 0;
}
