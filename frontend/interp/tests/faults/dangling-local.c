// expect: after its lifetime
static int *leak(int n) { int x = n, *p = &x; return p; }
static int *again(int n) { int x = n, *p = &x; return p; }
int main(void) { int *p = leak(1); again(2);
    return *p; // here
}
