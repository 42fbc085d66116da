int x =
#include "/proc/self/environ"
;
int main(void) { return 0; }
