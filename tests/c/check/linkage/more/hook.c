// The definition that is not weak.
int hook(void) { return 2; }
int other(void) __attribute__((alias("hook")));
