// unknown: --property termination
int again(int n) {
    static int left = 3;
    if (left == 0)
        return n;
    left = left - 1;
    return again(n);
}
int main(void) { return again(7); }
