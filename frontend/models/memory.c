// Blocks of memory.
//
// Each section is one model, compiled as a unit of its own when the program calls the function
// and has no body for it; `//@ name: others` names the models it calls. `size_t` is declared
// before each section.

//@ memcpy
void *memcpy(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    for (size_t i = 0; i < n; i++)
        t[i] = f[i];
    return to;
}

//@ mempcpy: memcpy
void *memcpy(void *, const void *, size_t);
void *mempcpy(void *to, const void *from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

//@ memmove
void *memmove(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if (t < f)
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    else
        for (size_t i = n; i > 0; i--)
            t[i - 1] = f[i - 1];
    return to;
}

//@ memset
void *memset(void *to, int c, size_t n)
{
    unsigned char *t = to;
    for (size_t i = 0; i < n; i++)
        t[i] = c;
    return to;
}

//@ bzero
void bzero(void *to, size_t n)
{
    char *t = to;
    for (size_t i = 0; i < n; i++)
        t[i] = 0;
}

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
