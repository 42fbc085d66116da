// unknown: --property request.spec
// says: atexit lets functions run after the end
// What is released after the end is not seen.
int atexit(void (*)(void));
void acquire(void);
void release(void);
int main(void) {
    atexit(release);
    acquire();
    return 0;
}
