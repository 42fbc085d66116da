// bug: --property termination
// The inner loop is entered with a step of one first, and with a step of zero the second time.
int main(void) {
    int step = 1, round;
    for (round = 0; round < 2; round++) {
        int x = 2;
        while (x >= 0)
            x = x - step;
        step = 0;
    }
    return 0;
}
