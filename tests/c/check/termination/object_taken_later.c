// unknown: --property termination
// A new object on each turn, of which the pointer gets the first one only: what was written to that stays. It goes on forever.
int nondet_int(void);
int main(void) {
    int *left = 0;
    for (;;) {
        void *object = __builtin_alloca(sizeof(int));
        if (!left) {
            left = object;
            *left = 1;
        }
        if (*left <= 0)
            return 0;
    }
}
