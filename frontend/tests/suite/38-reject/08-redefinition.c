// stage: reject; models: lp64, ilp32
// Two definitions of one function.
static int f(void) { return 1; }
static int f(void) { return 2; }
int main(void) {
    return f();
}
