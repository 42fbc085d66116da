// unknown: --property termination
// A compiler may take it that x never stops growing: that a signed number wraps is no proof, and no bug.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    while (x > 0)
        x++;
    return 0;
}
