// proved: --property termination
int main(void) {
    int i, j;
    for (i = 0; i < 10; i++)
        for (j = i; j < 20; j++)
            ;
    return 0;
}
