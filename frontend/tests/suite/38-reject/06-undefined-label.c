// stage: reject; models: lp64, ilp32
// goto without its label.
int main(void) {
    int x = 1;
    if (x) goto nowhere;
    return 0;
}
