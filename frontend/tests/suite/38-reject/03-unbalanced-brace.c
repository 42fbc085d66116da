// stage: reject; models: lp64, ilp32
// A block that is never closed.
int main(void) {
    int x = 1;
    if (x) {
        x++;
    return x;
}
