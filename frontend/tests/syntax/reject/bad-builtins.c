struct s { int a; };
int f(void *p)
{
    int x = __builtin_va_arg(p);
    x = __builtin_va_arg(p, 3);
    x = __builtin_offsetof(struct s);
    x = __builtin_offsetof(struct s, 3);
    x = __builtin_types_compatible_p(int, 3);
    x = _Generic(x, int 3);
    x = _Generic(x, int: 3, 4);
    return __builtin_offsetof;
}
