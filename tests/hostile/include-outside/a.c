#include "../outside/secret.h"
int main(void) { return 0; }
