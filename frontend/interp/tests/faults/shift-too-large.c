// expect: shift by the width of the type or more
int main(void) { volatile int n = 32;
    return 1 << n; // here
}
