// proved: --property termination
int nondet_int(void);
int main(void) {
    int numbers[4], i;
    for (i = 0; i < 4; i++)
        numbers[i] = nondet_int();
    for (i = 0; i < 4 && numbers[i] != 0; i++)
        ;
    return i;
}
