int a[] = { 1, 2 3 };
int b[] = { [1 = 2 };
struct { int x; } c = { .x 3, .3 = 4 };
int d = { ;
int e = ;
int ok;
