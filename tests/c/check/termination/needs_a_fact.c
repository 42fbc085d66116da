// proved: --property termination
// says: falls on every turn
// bug: --property termination -D LEAST=0
// says: comes back to the state that it was in
// Neither number ever becomes zero, which no condition of the loop says.
#ifndef LEAST
#define LEAST 1
#endif
int nondet_int(void);
int greatest_divisor(int a, int b) {
    while (a != b) {
        if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a;
}
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a >= LEAST && b >= LEAST)
        greatest_divisor(a, b);
    return 0;
}
