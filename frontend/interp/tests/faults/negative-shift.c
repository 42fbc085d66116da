// expect: shift by the width of the type or more
int main(void) { volatile int n = -1;
    return 8 >> n; // here
}
