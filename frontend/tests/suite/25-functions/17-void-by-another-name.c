// stage: run; models: lp64, ilp32; exit: 7
// A parameter list of a typedef of void says that there are no parameters.
#include <stdio.h>
typedef void nothing;
int three(nothing);
int three(nothing) { return 3; }
static int (*pointer)(nothing) = three;
nothing say(const char *text) { puts(text); }
int main(nothing) {
    say("called");
    return three() + pointer() + 1;
}
