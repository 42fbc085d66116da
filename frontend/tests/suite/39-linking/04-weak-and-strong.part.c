int level = 5;
int hook(int x) { return x * level; }
int maybe(void) { return 9; }
