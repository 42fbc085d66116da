// proved: --property termination
// The loop of one activation runs others, which have turns of their own.
int total;
static void walk(int depth) {
    int i;
    for (i = 0; i < depth; i++) {
        total = i;
        walk(depth - 1);
    }
}
int main(void) {
    walk(3);
    return 0;
}
