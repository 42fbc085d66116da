// By the rules of SV-COMP, functions without a body call nothing; the answer says where that counts.
// unknown:
// proved: --property error.prp
// says: listen: does not call called, which it has been given
void listen(void (*)(void));
void reach_error(void);

static void called(void) { reach_error(); }

int main(void) {
    listen(called);
    return 0;
}
