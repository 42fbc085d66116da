// Things whose symbols are not their names.
int inner(void) __asm__("shown");
int inner(void) { return 2; }
int count __asm__("the_number") = 9;
extern int a, b;
int from_outside(void) { return 10 * a + b; }
