#include "pipe.h"
int main(void) { return 0; }
