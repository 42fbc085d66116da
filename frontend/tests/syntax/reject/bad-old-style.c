int f(a, b) int a; int c; { return a; }
int g(a) int a { return a; }
int h() int x;
int after;
