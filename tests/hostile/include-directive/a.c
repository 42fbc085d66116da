#include "../outside/directive.h"
#error stop
int main(void) { return 0; }
