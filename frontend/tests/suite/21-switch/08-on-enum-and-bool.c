// stage: run; models: lp64, ilp32; exit: 13
// Enums and comparisons as controlling expressions.
#include <stdio.h>
enum tok { NUM = 10, PLUS, MINUS, END = -1 };
static const char *name(enum tok t) { switch (t) { case NUM: return "num"; case PLUS: return "plus"; case MINUS: return "minus"; case END: return "end"; } return "?"; }
int main(void) {
    printf("%s %s %s %s\n", name(NUM), name(NUM + 2), name(END), name(99));
    _Bool b = 5;
    int r = 0;
    switch (b) { case 0: r = 1; break; case 1: r = 2; }
    switch (r > 1) { case 1: r += 10; }
    switch ('a' + (unsigned char)r) { case 'm': r++; }
    return r;
}
