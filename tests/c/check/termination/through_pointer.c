// bug: --property termination
int nondet_int(void);
static void forever(void) {
    while (1)
        ;
}
void (*handler)(void) = forever;
int main(void) {
    if (nondet_int())
        handler();
    return 0;
}
