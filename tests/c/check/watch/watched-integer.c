// proved: -D BUG=0 --property integer.spec
// bug: -D BUG=1 --property integer.spec
// A number that lies in an object, beside other new objects.
void *malloc(unsigned long);
void reserve(unsigned long);
struct request { unsigned long line; struct request *next; };
int main(void)
{
    struct request *a = malloc(sizeof *a);
    struct request *b = malloc(sizeof *b);
    a->line = 5;
    b->line = BUG ? 5 : 6;
    a->next = b;
    reserve(a->line);
    reserve(a->next->line);
    return 0;
}
