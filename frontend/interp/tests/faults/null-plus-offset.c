// expect: use of a null pointer plus
struct s { char a[40]; int b; };
int get(struct s *p) {
    return p->b; // here
}
int main(void) { return get(0); }
