// A static function that is shown under another name.
static int f(void) { return 2; }
int second(void) __attribute__((alias("f")));
