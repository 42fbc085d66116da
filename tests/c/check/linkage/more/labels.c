// Something whose symbols are not its names.
int inner(void) __asm__("shown");
int inner(void) { return 2; }
int count __asm__("the_number") = 9;
