// run:
// inspect: --stage ast
// All errors are told, with the line as it was written.
#define BAD(x) ((x) + )
int f(int a) { return a + ; }
int g(void) { return BAD(3); }
int h(int a) { if (a { return 1; } return 0; }
