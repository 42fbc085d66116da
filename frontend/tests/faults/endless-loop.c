// expect: limit: the limit of steps is reached
int main(void) { for (;;) ; }
