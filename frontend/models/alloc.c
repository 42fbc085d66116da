// Allocation, in terms of malloc and free, which the memory model itself defines.

//@ calloc: malloc
void *malloc(size_t);
void *calloc(size_t n, size_t size)
{
    size_t total = n * size;
    if (size != 0 && total / size != n)
        return 0;
    char *p = malloc(total);
    if (p)
        for (size_t i = 0; i < total; i++)
            p[i] = 0;
    return p;
}

// The size of the old block is not known here: the contents of the new one are arbitrary.
//@ realloc: malloc free
void *malloc(size_t);
void free(void *);
void *realloc(void *old, size_t size)
{
    if (old && size == 0) {
        free(old);
        return 0;
    }
    void *p = malloc(size);
    if (p && old)
        free(old);
    return p;
}

//@ reallocarray: realloc
void *realloc(void *, size_t);
void *reallocarray(void *old, size_t n, size_t size)
{
    size_t total = n * size;
    if (size != 0 && total / size != n)
        return 0;
    return realloc(old, total);
}

//@ aligned_alloc: malloc
void *malloc(size_t);
void *aligned_alloc(size_t align, size_t size)
{
    (void)align;
    return malloc(size);
}

//@ posix_memalign: malloc
void *malloc(size_t);
int posix_memalign(void **to, size_t align, size_t size)
{
    (void)align;
    void *p = malloc(size);
    if (!p)
        return 12;
    *to = p;
    return 0;
}

//@ strdup: malloc
void *malloc(size_t);
char *strdup(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    char *p = malloc(n + 1);
    if (p)
        for (size_t i = 0; i <= n; i++)
            p[i] = s[i];
    return p;
}

//@ strndup: malloc
void *malloc(size_t);
char *strndup(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    char *p = malloc(n + 1);
    if (p) {
        for (size_t i = 0; i < n; i++)
            p[i] = s[i];
        p[n] = 0;
    }
    return p;
}
