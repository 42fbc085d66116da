// Numbers, sorting and searching, random numbers.

//@ abs
int abs(int n) { return n < 0 ? -n : n; }

//@ labs
long labs(long n) { return n < 0 ? -n : n; }

//@ llabs
long long llabs(long long n) { return n < 0 ? -n : n; }

//@ strtol
long strtol(const char *s, char **end, int base)
{
    const char *p = s;
    int negative = 0, any = 0, over = 0;
    unsigned long n = 0;
    unsigned long most = (unsigned long)-1 / 2;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    if (*p == '-' || *p == '+')
        negative = *p++ == '-';
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
        ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') ||
         (p[2] >= 'A' && p[2] <= 'F'))) {
        base = 16;
        p += 2;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    most += negative;
    for (;; p++) {
        int d;
        if (*p >= '0' && *p <= '9')
            d = *p - '0';
        else if (*p >= 'a' && *p <= 'z')
            d = *p - 'a' + 10;
        else if (*p >= 'A' && *p <= 'Z')
            d = *p - 'A' + 10;
        else
            break;
        if (d >= base)
            break;
        any = 1;
        if (over || n > (most - d) / base)
            over = 1;
        else
            n = n * base + d;
    }
    if (end)
        *end = (char *)(any ? p : s);
    if (over)
        n = most;
    return negative ? -n : n;
}

//@ strtoul
unsigned long strtoul(const char *s, char **end, int base)
{
    const char *p = s;
    int negative = 0, any = 0, over = 0;
    unsigned long n = 0;
    while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
        p++;
    if (*p == '-' || *p == '+')
        negative = *p++ == '-';
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
        ((p[2] >= '0' && p[2] <= '9') || (p[2] >= 'a' && p[2] <= 'f') ||
         (p[2] >= 'A' && p[2] <= 'F'))) {
        base = 16;
        p += 2;
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    for (;; p++) {
        int d;
        if (*p >= '0' && *p <= '9')
            d = *p - '0';
        else if (*p >= 'a' && *p <= 'z')
            d = *p - 'a' + 10;
        else if (*p >= 'A' && *p <= 'Z')
            d = *p - 'A' + 10;
        else
            break;
        if (d >= base)
            break;
        any = 1;
        if (over || n > ((unsigned long)-1 - d) / base)
            over = 1;
        else
            n = n * base + d;
    }
    if (end)
        *end = (char *)(any ? p : s);
    if (over)
        return -1;
    return negative ? -n : n;
}

//@ atoi: strtol
long strtol(const char *, char **, int);
int atoi(const char *s) { return strtol(s, 0, 10); }

//@ atol: strtol
long strtol(const char *, char **, int);
long atol(const char *s) { return strtol(s, 0, 10); }

// Insertion sort: fewer branches to explore than anything faster.
//@ qsort
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    char *a = base;
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            char *x = a + (j - 1) * size, *y = a + j * size;
            if (compare(x, y) <= 0)
                break;
            for (size_t k = 0; k < size; k++) {
                char c = x[k];
                x[k] = y[k];
                y[k] = c;
            }
        }
}

//@ bsearch
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *a = base;
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, a + middle * size);
        if (order == 0)
            return (void *)(a + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

//@ rand
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int rand(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    return n;
}

//@ random
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
long random(void)
{
    long n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= 0 && n <= 2147483647);
    return n;
}
