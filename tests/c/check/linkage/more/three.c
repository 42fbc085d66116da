// Runs before main, behind what the file before it has.
void next(int);
__attribute__((constructor)) static void three(void) { next(3); }
