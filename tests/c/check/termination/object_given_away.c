// unknown: --property termination
void *malloc(unsigned long);
static void set_back(int *counter) { *counter = 5; }
int main(void) {
    int *left = malloc(sizeof(int));
    if (!left)
        return 0;
    *left = 5;
    while (*left > 0) {
        *left = *left - 1;
        set_back(left);
    }
    return 0;
}
