// run: -I more -D VALUE=3
// run: -I more -D VALUE=3 -U VALUE
// run: -I more -include value.h
// run: -I more --include value.h
// run: -D VALUE=4
// run: --compile-commands more/compile_commands.json
// Flags go to the preprocessor, also those of a compilation database.
#include "included.h"
#ifndef VALUE
#define VALUE 1
#endif
int main(void) { return VALUE + INCLUDED; }
