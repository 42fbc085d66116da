// proved: --property termination
// says: *left falls on every turn
// bug: --property termination -D BUG=1
// says: comes back to the state that it was in
#ifndef BUG
#define BUG 0
#endif
void *malloc(unsigned long);
int nondet_int(void);
int main(void) {
    int *left = malloc(sizeof(int));
    int *step = __builtin_alloca(sizeof(int));
    *left = nondet_int();
    *step = nondet_int();
    if (*step < 1 - BUG)
        return 0;
    while (*left > 0)
        *left = *left - *step;
    return 0;
}
