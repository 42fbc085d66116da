// proved: --property answers.spec
// bug: --property answers.spec -D BUG=1
// says: G F ask -> G F answer does not hold
// Turns without a question need no answer: only those with one count.
#ifndef BUG
#define BUG 0
#endif
void ask(void);
void answer(void);
int nondet_int(void);
int main(void) {
    while (1) {
        if (nondet_int()) {
            ask();
            if (!BUG || nondet_int())
                answer();
        }
    }
}
