// expect: read of 1 bytes at offset 24 of `a`, which has 8 bytes
char a[8] = "1234567", b[8] = "abcdefg";
int main(void) { int i = 24; if (b[0])
    return a[i]; // here
    return 0;
}
