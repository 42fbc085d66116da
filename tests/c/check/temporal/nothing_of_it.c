// unknown: --property request.spec
// says: not applicable
// Nothing is acquired: what is released without it is no matter of this formula.
void release(void);
int main(void) {
    release();
    return 0;
}
