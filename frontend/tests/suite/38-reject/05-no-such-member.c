// stage: reject; models: lp64, ilp32
// A member the struct does not have.
struct s { int a; };
int main(void) {
    struct s v = {1};
    return v.b;
}
