// proved: -D BUG=0 --property remembered.spec
// bug: -D BUG=1 --property remembered.spec
// A copy of the choice is a choice as well, also once it is known what is compared with it.
void *malloc(unsigned long);
int input(void);
void begin(void);
void take(void *);
void look(void *);
int main(void)
{
    begin();
    while (input()) {
        void *p = malloc(8);
        void *q = malloc(8);
        take(p);
        look(q);
        if (BUG && input()) {
            take(q);
            look(q);
        }
        break;
    }
    return 0;
}
