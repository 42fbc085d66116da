// unknown: --property termination
// The arguments are the same each time; that it ends is in a variable outside of the function.
int left = 3;
int again(int n) {
    if (left == 0)
        return n;
    left = left - 1;
    return again(n);
}
int main(void) { return again(7); }
