u32 counter;
u32 other;
struct list { elem_t *first; size_t n; };
int f(foo_t x, int y) { return y; }
bar_t *g(void);
int h(void)
{
    baz_t z = 3;
    return z;
}
