// stage: run; models: lp64, ilp32; exit: 49
// Character constants are ints; escapes of every kind.
#include <stdio.h>
int main(void) {
    printf("%d %d\n", (int)sizeof 'a', 'a');
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d %d\n", '\\', '\'', '"', '\"', '\?');
    printf("%d %d %d %d\n", '\0', '\12', '\177', '\377');
    printf("%d %d %d\n", '\x41', '\xff', '\x7');
    printf("%d\n", '\e');
    return '\n' + '\'';
}
