// expect: unreachable
int f(int n) { if (n == 1) return 2;
    __builtin_unreachable(); // here
}
int main(void) { return f(3); }
