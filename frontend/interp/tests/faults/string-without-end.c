// expect: read of 1 bytes at offset 4 of `s`, which has 4 bytes
#include <string.h>
int main(void) { char s[4] = {1, 2, 3, 4};
    return strlen(s); // here
}
