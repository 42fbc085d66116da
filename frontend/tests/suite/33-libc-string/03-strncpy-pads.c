// stage: run; models: lp64, ilp32; exit: 114
// strncpy pads with zeros and may leave no terminator.
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[8];
    memset(a, '#', 8);
    strncpy(a, "hi", 5);
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    puts("");
    strncpy(a, "overlong", 4);
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    puts("");
    return a[3];
}
