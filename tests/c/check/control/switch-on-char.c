// proved: -D BUG=0
// bug: -D BUG=1
// The operand is promoted: a char of 0xc8 is -56, and case 200 is never met.
#include <assert.h>
char __VERIFIER_nondet_char(void);
int main(void)
{
    char c = __VERIFIER_nondet_char();
    unsigned char u = c;
    int r = 0, s = 0;
    switch (c) {
    case 200: r = 1; break;
    case -56: r = 2; break;
    }
    switch (u) {
    case 200: s = 1; break;
    case (unsigned char)-57: s = 2;
    }
    assert(r != 1);
    assert((r == 2) == (s == 1 + BUG));
    return 0;
}
