// expect: of `b`, which has 4 bytes
#include <stdio.h>
int main(void) { char b[4];
    sprintf(b, "%d", 12345); // here
    return 0; }
