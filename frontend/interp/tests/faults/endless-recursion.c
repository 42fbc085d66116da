// expect: limit: the limit of nested calls is reached
int f(int n) { return f(n + 1) + 1; }
int main(void) { return f(0); }
