// expect: of `a`, which has 8 bytes
int main(void) { char a[8]; unsigned long n = (unsigned long)a; char *p = (char *)(n + 4);
    p[4] = 1; // here
    return 0; }
