// proved: --property termination
// says: no body: wait_for_device: returns
void wait_for_device(void);
int main(void) {
    wait_for_device();
    return 0;
}
