// unknown: --property termination
// The object is no int: what is behind it is none of the program's, and a variable would be another program.
void *malloc(unsigned long);
int main(void) {
    int *left = malloc(1);
    *left = 5;
    while (*left > 0)
        *left = 5;
    return 0;
}
