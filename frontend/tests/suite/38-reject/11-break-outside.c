// stage: reject; models: lp64, ilp32
// break and continue need a loop or a switch around them.
int main(void) {
    int x = 0;
    if (x) break;
    return x;
}
