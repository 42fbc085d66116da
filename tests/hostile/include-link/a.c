#include "secret.h"
int main(void) { return 0; }
