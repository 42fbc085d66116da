// A plain leak where nothing fails: what is held at success may be given back later, and the answer says what it left open.
// proved: --property memory --entry init
// says: of the end, only failing returns of init were looked at: what it holds when it succeeds is left open
void *kmalloc(unsigned long, int);

int init(void) {
    void *p = kmalloc(64, 0);
    return 0;
}
