// expect: write of 9 bytes at offset 0 of `to`, which has 8 bytes
#include <string.h>
int main(void) { char to[8], from[16] = "";
    memcpy(to, from, 9); // here
    return 0; }
