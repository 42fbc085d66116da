// stage: reject; models: lp64, ilp32
// A missing semicolon.
int main(void) {
    int x = 1
    x++;
    return x;
}
