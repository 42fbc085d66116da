// bug: --property answers.spec
// says: G F ask -> G F answer does not hold
// That a mark is set back where a turn begins makes nothing smaller.
void ask(void);
void answer(void);
int nondet_int(void);
int main(void) {
    int first = 1;
    while (1) {
        ask();
        if (first)
            answer();
        first = 0;
    }
}
