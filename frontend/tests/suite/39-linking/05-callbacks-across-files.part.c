static int data[] = {1, 2, 3};
void each(void (*f)(int, void *), void *ctx) {
    for (int i = 0; i < 3; i++) f(data[i], ctx);
}
int ticket(void) {
    static int n;
    return n += 2;
}
