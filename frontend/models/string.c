// Strings.

//@ strlen
size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

//@ strnlen
size_t strnlen(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

//@ strcmp
int strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

//@ strncmp
int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (!a[i])
            return 0;
    }
    return 0;
}

//@ strcasecmp: tolower
int tolower(int);
int strcasecmp(const char *a, const char *b)
{
    for (size_t i = 0;; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y || !x)
            return x - y;
    }
}

//@ strncasecmp: tolower
int tolower(int);
int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
        if (x != y || !x)
            return x - y;
    }
    return 0;
}

//@ strcpy
char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}

//@ stpcpy
char *stpcpy(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

//@ strncpy
char *strncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

//@ strlcpy
size_t strlcpy(char *to, const char *from, size_t n)
{
    size_t len = 0;
    while (from[len])
        len++;
    if (n) {
        size_t i = 0;
        for (; i < n - 1 && from[i]; i++)
            to[i] = from[i];
        to[i] = 0;
    }
    return len;
}

//@ strcat
char *strcat(char *to, const char *from)
{
    size_t n = 0, i = 0;
    while (to[n])
        n++;
    while ((to[n + i] = from[i]) != 0)
        i++;
    return to;
}

//@ strncat
char *strncat(char *to, const char *from, size_t max)
{
    size_t n = 0, i = 0;
    while (to[n])
        n++;
    for (; i < max && from[i]; i++)
        to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

//@ strchr
char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

//@ index: strchr
char *strchr(const char *, int);
char *index(const char *s, int c)
{
    return strchr(s, c);
}

//@ strrchr
char *strrchr(const char *s, int c)
{
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = (char *)s;
        if (!*s)
            return found;
    }
}

//@ rindex: strrchr
char *strrchr(const char *, int);
char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

//@ strstr
char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        size_t i = 0;
        while (part[i] && s[i] == part[i])
            i++;
        if (!part[i])
            return (char *)s;
        if (!*s)
            return 0;
    }
}

//@ strspn
size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (!set[i])
            break;
    }
    return n;
}

//@ strcspn
size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (set[i])
            break;
    }
    return n;
}

//@ strpbrk: strcspn
size_t strcspn(const char *, const char *);
char *strpbrk(const char *s, const char *set)
{
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}

//@ strtok_r: strspn strcspn
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strtok_r(char *s, const char *set, char **rest)
{
    if (!s)
        s = *rest;
    if (!s)
        return 0;
    s += strspn(s, set);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, set);
    if (*end)
        *end++ = 0;
    *rest = end;
    return s;
}

//@ strtok: strtok_r
char *strtok_r(char *, const char *, char **);
char *strtok(char *s, const char *set)
{
    static char *rest;
    return strtok_r(s, set, &rest);
}

//@ strsep: strcspn
size_t strcspn(const char *, const char *);
char *strsep(char **at, const char *set)
{
    char *start = *at;
    if (!start)
        return 0;
    size_t n = strcspn(start, set);
    *at = start[n] ? start + n + 1 : 0;
    if (*at)
        start[n] = 0;
    return start;
}
