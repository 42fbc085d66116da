// unknown: --property termination
// What is passed is a constant, or computed in a wider type than the parameter has.
unsigned char nondet_uchar(void);
static void again(unsigned char x, unsigned char y) {
    if (y < 5)
        return;
    if (y > 5) {
        again(x + x, y - y);
        y = y + 16;
    } else {
        again(y + 1, x + y);
    }
}
int main(void) {
    unsigned char x = nondet_uchar();
    unsigned char y = nondet_uchar();
    if (x != 0 && x != 1 && x != 200)
        return 0;
    again(x, y);
    return 0;
}
