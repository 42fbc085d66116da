// proved: --property termination
// says: -far + 50 falls on every turn
// Whatever the inner loop does, it takes nothing away from what the outer one goes by.
int nondet_int(void);
int main(void) {
    int far = nondet_int(), near = nondet_int();
    while (far < 50) {
        while (near < far) {
            if (near > 7) {
                near = near + 5;
                far = far + 4;
            } else {
                near = near + 2;
                far = far + 1;
            }
        }
        far = far + 3;
        near = near - 12;
    }
    return 0;
}
