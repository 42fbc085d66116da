// A static function.
static int helper(void) { return 7; }
int use(void) { return helper(); }
