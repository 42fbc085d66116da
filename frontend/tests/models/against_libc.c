// Calls every model that is exact with random arguments; the exit status is a hash of all results.
// The first argument is the seed.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static unsigned state;
static unsigned hash;

static unsigned random_below(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

static void mix(long n)
{
    hash = (hash ^ (unsigned)n) * 16777619u;
}

static int sign(int n) { return (n > 0) - (n < 0); }

// A short string over a small alphabet, so that searches often succeed.
static void random_string(char *to, unsigned most)
{
    static const char alphabet[] = "abAB xyz,;019-";
    unsigned n = random_below(most);
    for (unsigned i = 0; i < n; i++)
        to[i] = alphabet[random_below(sizeof alphabet - 1)];
    to[n] = 0;
}

static long where(const char *found, const char *start) { return found ? found - start : -1; }

static void strings(void)
{
    char a[64], b[16], c[128], d[128];
    random_string(a, 40);
    random_string(b, 4);
    int ch = a[random_below(strlen(a) + 1)];
    unsigned n = random_below(50);
    mix(strlen(a));
    mix(strnlen(a, n));
    mix(sign(strcmp(a, b)));
    mix(sign(strncmp(a, b, n % 5)));
    mix(sign(strcasecmp(a, b)));
    mix(sign(strncasecmp(a, b, n % 5)));
    mix(where(strchr(a, ch), a));
    mix(where(strrchr(a, ch), a));
    mix(where(strstr(a, b), a));
    mix(where(strpbrk(a, b), a));
    mix(strspn(a, b));
    mix(strcspn(a, b));
    mix(strcpy(c, a) == c);
    mix(strcat(c, b) == c);
    mix(strncat(c, a, n) == c);
    for (char *p = c; *p; p++)
        mix(*p);
    memset(d, 'q', sizeof d);
    strncpy(d, a, n);
    mix(memcmp(d, a, n < strlen(a) ? n : strlen(a)));
    mix(d[n]);
    mix(where(memchr(d, ch, 60), d));
    for (char *t = strtok(c, b); t; t = strtok(0, b))
        mix(strlen(t));
    char *copy = strdup(a), *part = strndup(a, n);
    mix(strlen(copy) * 3 + strlen(part));
    free(copy);
    free(part);
}

static void blocks(void)
{
    unsigned char a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = random_below(4);
    memcpy(b, a, sizeof b);
    unsigned to = random_below(32), from = random_below(32), n = random_below(32);
    memmove(a + to, a + from, n);
    mix(sign(memcmp(a, b, 64)));
    memset(b + to, from, n);
    bzero(b + from, n / 2);
    for (int i = 0; i < 64; i++)
        mix(a[i] * 256 + b[i]);
    int *zero = calloc(4, sizeof *zero);
    for (int i = 0; i < 4; i++)
        mix(zero[i]);
    free(zero);
}

static void numbers(void)
{
    static const char *const texts[] = {
        "12", " -34x", "0x1F", "077", "9999999999999999999999", "-9999999999999999999999",
        "+7", "zz", "", "0x", "  0xg", "2147483648", "-2147483649", "4294967296",
    };
    const char *text = texts[random_below(sizeof texts / sizeof *texts)];
    char *end;
    int base = (int[]){0, 10, 16, 8, 2, 36}[random_below(6)];
    mix(strtol(text, &end, base));
    mix(end - text);
    mix(strtoul(text, &end, base));
    mix(end - text);
    mix(atoi(text));
    mix(atol(text));
    mix(abs((int)random_below(1000) - 500));
    mix(labs((long)random_below(1000) - 500));
    mix(llabs((long long)random_below(1000) - 500));
    int c = (int)random_below(257) - 1;
    int (*const tests[])(int) = {isalpha, isdigit, isalnum, isspace, isupper, islower, isxdigit,
                                 isprint, isgraph, isblank, iscntrl, ispunct};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        mix(tests[i](c) != 0);
    mix(toupper(c));
    mix(tolower(c));
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sorting(void)
{
    int a[20];
    unsigned n = random_below(20);
    for (unsigned i = 0; i < n; i++)
        a[i] = random_below(30);
    qsort(a, n, sizeof *a, compare);
    for (unsigned i = 0; i < n; i++)
        mix(a[i]);
    int key = random_below(30);
    int *found = bsearch(&key, a, n, sizeof *a, compare);
    mix(found ? *found : -1);
}

int main(int argc, char **argv)
{
    state = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < 20; i++) {
        strings();
        blocks();
        numbers();
        sorting();
    }
    return (hash ^ hash >> 8 ^ hash >> 16) & 0x7f;
}
