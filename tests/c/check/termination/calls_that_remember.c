// proved: --property termination
// The variables of main are the same on each turn; what the function remembers is not.
static int next(void) {
    static unsigned char tries;
    tries++;
    return tries < 200;
}
int main(void) {
    int going = 1;
    while (going)
        going = next();
    return 0;
}
