// proved: --property termination
// bug: --property termination -D BUG=1
#ifndef BUG
#define BUG 0
#endif
int main(void) {
    int i, j;
    for (i = 0; i < 10; i++)
        for (j = i; j < 20; j++)
            if (BUG && j == 15)
                i = j = 3;
    return 0;
}
