// proved: --property termination
// Each activation comes to i == 0, which is not one loop that comes back to it.
int walk(int depth) {
    int i;
    for (i = 0; i < 2; i++)
        if (depth > 0)
            walk(depth - 1);
    return 0;
}
int main(void) {
    walk(3);
    return 0;
}
