// stage: reject; models: lp64, ilp32; also: 06-two-definitions.part.c
// One external function defined in two files.
int twice(int x) { return 2 * x; }
int main(void) {
    return twice(3);
}
