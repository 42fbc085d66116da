// expect: limit: the limit of memory is reached
#include <stdlib.h>
int main(void) { for (;;) if (!malloc(1 << 20)) return 1; }
