// Character classes of the C locale.

//@ isdigit
int isdigit(int c) { return c >= '0' && c <= '9'; }

//@ isupper
int isupper(int c) { return c >= 'A' && c <= 'Z'; }

//@ islower
int islower(int c) { return c >= 'a' && c <= 'z'; }

//@ isalpha
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

//@ isalnum
int isalnum(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

//@ isxdigit
int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

//@ isspace
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

//@ isblank
int isblank(int c) { return c == ' ' || c == '\t'; }

//@ iscntrl
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }

//@ isprint
int isprint(int c) { return c >= 32 && c < 127; }

//@ isgraph
int isgraph(int c) { return c > 32 && c < 127; }

//@ ispunct
int ispunct(int c)
{
    return c > 32 && c < 127 && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                  (c >= 'a' && c <= 'z'));
}

//@ isascii
int isascii(int c) { return (c & ~127) == 0; }

//@ toupper
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

//@ tolower
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

// The table behind glibc's macros, from -128 to 255.
//@ __ctype_b_loc
const unsigned short **__ctype_b_loc(void)
{
    static unsigned short table[384];
    static const unsigned short *zero;
    if (!zero) {
        for (int c = 0; c < 128; c++) {
            int upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
            int digit = c >= '0' && c <= '9';
            int hex = digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
            int alnum = upper || lower || digit, graph = c > 32 && c < 127;
            unsigned short class = 0;
            if (c == ' ' || c == '\t')
                class |= 0x1;
            if (c < 32 || c == 127)
                class |= 0x2;
            if (graph && !alnum)
                class |= 0x4;
            if (alnum)
                class |= 0x8;
            if (upper)
                class |= 0x100;
            if (lower)
                class |= 0x200;
            if (upper || lower)
                class |= 0x400;
            if (digit)
                class |= 0x800;
            if (hex)
                class |= 0x1000;
            if (c == ' ' || (c >= '\t' && c <= '\r'))
                class |= 0x2000;
            if (graph || c == ' ')
                class |= 0x4000;
            if (graph)
                class |= 0x8000;
            table[128 + c] = class;
        }
        zero = table + 128;
    }
    return &zero;
}

//@ __ctype_toupper_loc
const int **__ctype_toupper_loc(void)
{
    static int table[384];
    static const int *zero;
    if (!zero) {
        for (int c = -128; c < 256; c++)
            table[128 + c] = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
        zero = table + 128;
    }
    return &zero;
}

//@ __ctype_tolower_loc
const int **__ctype_tolower_loc(void)
{
    static int table[384];
    static const int *zero;
    if (!zero) {
        for (int c = -128; c < 256; c++)
            table[128 + c] = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
        zero = table + 128;
    }
    return &zero;
}
