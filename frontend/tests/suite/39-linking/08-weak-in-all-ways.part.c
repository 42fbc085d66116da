// What is not weak.
int by_pragma(void) { return 2; }
int before(void) { return 2; }
int behind(void) { return 2; }
int kept(void) { return 2; }
static int namesake(void) { return 7; }
int use(void) { return namesake(); }
int level;
int both __attribute__((weak)) = 8;
