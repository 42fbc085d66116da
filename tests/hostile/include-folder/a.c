#include "sub"
int main(void) { return 0; }
