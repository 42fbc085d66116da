// stage: reject; models: lp64, ilp32
// Two declarations of one name with different types.
int v;
char *v;
int main(void) {
    return 0;
}
