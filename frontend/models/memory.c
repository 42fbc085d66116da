// Blocks of memory.
//
// Each section is one model, compiled as a unit of its own when the program calls the function
// and has no body for it; `//@ name: others` names the models it calls. `size_t` is declared
// before each section.

//@ memcmp
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

//@ bcmp: memcmp
int memcmp(const void *, const void *, size_t);
int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

//@ memchr
void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}
