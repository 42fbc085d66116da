// bug: --property termination
// The inner loop adds, and over the largest number that takes away what a turn of the outer one has added.
int nondet_int(void);
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char x = nondet_uchar();
    while (x < 30) {
        int n;
        for (n = nondet_int() & 3; n > 0; n--)
            x = x + 254;
        x = x + 2;
    }
    return 0;
}
