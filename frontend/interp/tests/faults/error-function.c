// expect: error
extern void reach_error(void);
int main(void) { int x = 1; if (x)
    reach_error(); // here
    return 0; }
