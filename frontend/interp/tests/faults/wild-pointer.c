// expect: where no object is
int main(void) { int *p = (int *)0x12345678;
    *p = 1; // here
    return 0; }
