// proved: --property termination
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char x = nondet_uchar();
    /* 255 is followed by 0: an unsigned number wraps, as C has it. */
    while (x > 0)
        x++;
    return 0;
}
