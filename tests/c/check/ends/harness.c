// A harness says where the end is, and `main` may go on.
// bug: --property memory -D BUG=1
// proved: --property memory -D BUG=0
// bug: --property memory --entry harness -D BUG=1
// proved: --property memory --entry harness -D BUG=0
void *kmalloc(unsigned long, int);
void kfree(const void *);
void ldv_check_final_state(void);

static void *p;

void harness(void) {
    p = kmalloc(8, 0);
    if (!BUG)
        kfree(p);
    ldv_check_final_state();
    kfree(p == 0 ? p : 0);
}

int main(void) {
    harness();
    return 0;
}
