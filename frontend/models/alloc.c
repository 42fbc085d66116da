// Functions that allocate, in terms of malloc, which the meaning of programs defines.

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
