// stage: reject; models: lp64, ilp32
// Assignment to something that is not an lvalue.
int main(void) {
    int a = 1, b = 2;
    a + b = 3;
    return a;
}
