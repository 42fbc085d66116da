// stage: reject; models: lp64, ilp32
// An object of a struct type that is never completed.
struct never;
int main(void) {
    struct never v;
    (void)&v;
    return 0;
}
