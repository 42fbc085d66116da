// proved: -D BUG=0 --property remembered.spec
// bug: -D BUG=1 --property remembered.spec
// A copy of the choice is a choice as well.
void *malloc(unsigned long);
void begin(void);
void take(void *);
void look(void *);
int main(void)
{
    begin();
    void *p = malloc(8);
    void *q = malloc(8);
    take(p);
    look(BUG ? p : q);
    return 0;
}
