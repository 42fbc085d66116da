// A function.
int elsewhere(int n) { return n + 2; }
