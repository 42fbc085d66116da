// stage: reject; models: lp64, ilp32
// Only functions and pointers to them can be called.
int main(void) {
    int x = 3;
    return x(4);
}
