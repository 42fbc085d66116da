// expect: limit: the run never ends
int main(void) { for (;;) ; }
