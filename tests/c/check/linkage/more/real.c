// The real definition, and a call of it.
int f(void) { return 2; }
int call_f(void) { return f(); }
