// Sets a variable, when called.
extern int set;
void begin(void) { set = 1; }
