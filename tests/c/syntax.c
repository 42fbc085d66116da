// inspect: --stage ast
// The syntax tree, spelled out: names of types are told from values.
typedef int T;
int f(T *a, int b) { return (T)-b * *a + sizeof(T); }
int main(void) { T x = 1; { int T = 2; x = (T)-x * 3; } return f(&x, x); }
