// unknown: --property termination
// says: the loop at given_away.c:5
void register_callback(void (*f)(void));
static void forever(void) {
    while (1)
        ;
}
int main(void) {
    register_callback(forever);
    return 0;
}
