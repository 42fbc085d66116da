// bug: --property termination
// says: can go round forever
int main(void) {
    unsigned char i;
    /* It is never below zero. */
    for (i = 10; i >= 0; i--)
        ;
    return 0;
}
