// stage: reject; models: lp64, ilp32
// An identifier that was never declared.
int main(void) {
    int x = 1;
    x = y + 1;
    return x;
}
