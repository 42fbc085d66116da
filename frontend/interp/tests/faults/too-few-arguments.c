// expect: more arguments than there are
#include <stdio.h>
int main(void) {
    printf("%d %d\n", 1); // here
    return 0; }
