// run:
// Mistakes of meaning, several in one go; a warning beside them.
struct s { int a; };
int f(struct s *p) { return p->b; }
int f(struct s *p) { return p->a; }
int g(struct t x) { return undeclared; }
int main(void) { int x = implicit(); return *x; }
