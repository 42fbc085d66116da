// stage: reject; models: lp64, ilp32
// A static assertion that does not hold.
struct s { char a; int b; };
_Static_assert(sizeof(struct s) == 5, "padding");
int main(void) {
    return 0;
}
