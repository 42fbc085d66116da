// stage: reject; models: lp64, ilp32
// A prototype fixes the number of arguments.
static int f(int a, int b) { return a + b; }
int main(void) {
    return f(1);
}
