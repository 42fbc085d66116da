int x =
#include "@OUTSIDE@/secret.txt"
;
int main(void) { return y; }
