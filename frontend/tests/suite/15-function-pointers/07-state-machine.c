// stage: run; models: lp64, ilp32; exit: 35
// States are functions that return the next state.
#include <stdio.h>
struct state;
typedef struct state (*state_fn)(char);
struct state { state_fn next; };
static int digits, words;
static struct state start(char), word(char), number(char);
static struct state start(char c) { return (struct state){c >= '0' && c <= '9' ? number : c == ' ' ? start : word}; }
static struct state word(char c) { if (c == ' ') words++; return (struct state){c == ' ' ? start : word}; }
static struct state number(char c) { digits++; return (struct state){c == ' ' ? start : number}; }
int main(void) {
    struct state s = {start};
    for (const char *p = "ab 12 cde 345 f "; *p; p++) s = s.next(*p);
    printf("%d %d %d\n", words, digits, s.next == start);
    return words * 10 + digits;
}
