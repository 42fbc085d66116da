// unknown: --property termination
int again(int n, int *left) {
    if (*left == 0)
        return n;
    *left = *left - 1;
    return again(n, left);
}
int main(void) {
    int left = 3;
    return again(7, &left);
}
