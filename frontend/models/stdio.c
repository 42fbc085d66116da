// Input and output. What is printed is lost; how much, and what is read, is arbitrary.

//@ printf
int __VERIFIER_nondet_int(void);
int printf(const char *format, ...)
{
    (void)format;
    return __VERIFIER_nondet_int();
}

//@ fprintf
int __VERIFIER_nondet_int(void);
int fprintf(void *file, const char *format, ...)
{
    (void)file;
    (void)format;
    return __VERIFIER_nondet_int();
}

//@ printk
int __VERIFIER_nondet_int(void);
int printk(const char *format, ...)
{
    (void)format;
    return __VERIFIER_nondet_int();
}

//@ vprintf
int __VERIFIER_nondet_int(void);
int vprintf(const char *format, __builtin_va_list list)
{
    (void)format;
    (void)list;
    return __VERIFIER_nondet_int();
}

//@ vfprintf
int __VERIFIER_nondet_int(void);
int vfprintf(void *file, const char *format, __builtin_va_list list)
{
    (void)file;
    (void)format;
    (void)list;
    return __VERIFIER_nondet_int();
}

//@ puts
int __VERIFIER_nondet_int(void);
int puts(const char *s)
{
    (void)s;
    return __VERIFIER_nondet_int();
}

//@ fputs
int __VERIFIER_nondet_int(void);
int fputs(const char *s, void *file)
{
    (void)s;
    (void)file;
    return __VERIFIER_nondet_int();
}

//@ putchar
int __VERIFIER_nondet_int(void);
int putchar(int c) { return __VERIFIER_nondet_int() ? (unsigned char)c : -1; }

//@ fputc
int __VERIFIER_nondet_int(void);
int fputc(int c, void *file)
{
    (void)file;
    return __VERIFIER_nondet_int() ? (unsigned char)c : -1;
}

//@ putc
int __VERIFIER_nondet_int(void);
int putc(int c, void *file)
{
    (void)file;
    return __VERIFIER_nondet_int() ? (unsigned char)c : -1;
}

//@ fflush
int __VERIFIER_nondet_int(void);
int fflush(void *file)
{
    (void)file;
    return __VERIFIER_nondet_int() ? 0 : -1;
}

//@ perror
void perror(const char *s) { (void)s; }

//@ getchar
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int getchar(void)
{
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}

//@ fgetc
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int fgetc(void *file)
{
    (void)file;
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}

//@ getc
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int getc(void *file)
{
    (void)file;
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}

//@ fgets
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
char *fgets(char *to, int room, void *file)
{
    (void)file;
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || room <= 1)
        return 0;
    __VERIFIER_assume(n < room);
    for (int i = 0; i < n; i++)
        to[i] = __VERIFIER_nondet_char();
    to[n] = 0;
    return to;
}
