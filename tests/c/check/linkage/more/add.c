// A function that is chosen when the program is loaded.
static int plus_one(int n) { return n + 1; }
static int plus_two(int n) { return n + 2; }

static void *choose(void) { return plus_one(0) ? plus_two : plus_one; }
int add(int n) __attribute__((ifunc("choose")));
