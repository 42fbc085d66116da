// expect: ranges that overlap
#include <string.h>
int main(void) { char a[8] = "1234567";
    memcpy(a + 1, a, 4); // here
    return 0; }
