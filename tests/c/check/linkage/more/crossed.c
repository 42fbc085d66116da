// Sees the symbols a and b.
extern int a, b;
int from_outside(void) { return 10 * a + b; }
