// expect: write of 4 bytes at offset 40 of `a`, which has 40 bytes
int main(void) { int a[10]; for (int i = 0; i <= 10; i++)
    a[i] = i; // here
    return 0; }
