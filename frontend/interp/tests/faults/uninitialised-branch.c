// expect: exit 0, uninitialised
int main(void) { int x;
    if (x) // here
        return 1; return 0; }
