// proved: -D BUG=0 --property integer.spec
// bug: -D BUG=1 --property integer.spec
// The address of a new object, as a number.
void *malloc(unsigned long);
void reserve(unsigned long);
int main(void)
{
    void *a = malloc(8);
    void *b = malloc(8);
    reserve((unsigned long)a);
    reserve((unsigned long)(BUG ? a : b));
    return 0;
}
