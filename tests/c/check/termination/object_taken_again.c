// unknown: --property termination
// The pointer gets the same object on each turn, with what was written to it: it is not a new one.
void *malloc(unsigned long);
int main(void) {
    void *object = malloc(sizeof(int));
    if (object == 0)
        return 0;
    int *left;
    int first = 1;
    do {
        left = object;
        if (first)
            *left = 5;
        first = 0;
        *left = *left - 1;
    } while (*left > 0);
    return 0;
}
