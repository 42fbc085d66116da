/* Every phrase that reads one way if T is a type and another if it is a value, in both readings. */
typedef int T;
typedef signed char C;
typedef int F(int);
typedef struct { int T; int C; } S;
int x = 5, y = 7, z;
int *px = &x;
int call(int v) { return v + 1; }
F call2;

int types(void)
{
    int sum = 0;
    T * a;
    T * b = &x, c = 3;
    T (d);
    T (e) = 4;
    T (*f)(T) = call;
    T g[3], (*h)[3] = &g, (i);
    a = &x; d = 1; i = 2;
    sum += (T)(x);
    sum += (C)(x) + (C)(300);
    sum += (C)-x*y;
    sum += (C)+x*y;
    sum += (C)~x*y;
    sum += (C)!x*y;
    sum += (T)*px;
    sum += (T)*px*y;
    sum += (long)&x != 0;
    sum += (C)(x)-(y);
    sum += (C)(x)*y;
    sum += (T)x++ + (C)++x;
    sum += (C)--x + (C)- -x;
    sum += sizeof(T);
    sum += sizeof(C)*y;
    sum += sizeof(C)-1;
    sum += sizeof(C)+1;
    sum += sizeof(T*)/sizeof(T);
    sum += sizeof(T[3]) + sizeof(T (*)(T));
    sum += sizeof (C){1} + sizeof(T){2};
    sum += ((S){1, 2}).T + (S){3, 4}.C;
    sum += (T)(C)(x) + (T)(C)-x;
    sum += (T)f(x) + (T)(*f)(x) + (T)(f)(x);
    sum += (T)g[0] + (T)(*h)[0];
    sum += x ? (T)-1 : (T)+1;
    sum += (T){7};
    sum += *(T *)px + *(T*)&x + -(T)x + !(T)x + ~(T)x;
    for (T k = 0, *l = &x; k < 3; k++)
        sum += *l;
    return sum + *a + *b + c + d + e + i;
}

int values(void)
{
    int T = 3, C = 2, a = 4, sum = 0;
    int *p = &a;
    int (*f)(int) = call;
    T * a;
    T * a, C = 3;
    (T) * a;
    sum += (T)*a;
    sum += (T)*a*C;
    sum += (T)&a;
    sum += (T)-a*C;
    sum += (T)+a*C;
    sum += (T)-(a);
    sum += (f)(a);
    sum += sizeof(T);
    sum += sizeof(T)*a;
    sum += sizeof(T)-1;
    sum += sizeof (T)+1;
    sum += sizeof T * a;
    sum += (T) ? (C) : -(C);
    (T)++;
    (T)--;
    (T) = 9;
    (T) += 2;
    sum += (*p)++ + (*&a)--;
    f(T);
    for (T * a; T < 12; T++)
        sum += T;
    return sum + T;
}

int called(int (*T)(int), int C)
{
    T(C);
    T (C);
    (T)(C);
    (*T)(C);
    return T(T(C)) + (T)(C) + sizeof(T);
}

int shadowed(void)
{
    int sum = sizeof(C);
    {
        int C = 3;
        int T = C * C;
        sum += (C)-1 + sizeof(C) + T;
        {
            typedef long C;
            C * q = 0;
            C T = (C)-1;
            sum += sizeof(C) + T + (q == 0);
        }
        sum += (C)+1;
    }
    C c = (C)-1;
    for (int C = 0; C < 2; C++)
        sum += (C)-1;
    c += (C)300;
    {
        enum { C = 40, D };
        sum += (C)+D;
        struct C { int C; } v = { C };
        sum += v.C + sizeof(struct C);
    }
    {
        struct C { int C; } v = { 3 }, *C = &v;
        sum += (C)->C + sizeof(struct C);
    }
    {
        T T = 4, U = T * T;
        sum += T + U;
    }
    {
        int x = sizeof(T), T = sizeof(T);
        sum += x + T;
    }
    {
        T *T = &x;
        sum += *T;
    }
    {
        typedef T (*T2)(T);
        extern T call3(T T);
        T2 g = call;
        unsigned T = 3;
        sum += g(T);
    }
    return sum + c;
}

/* The name of a member, tag, label or parameter is never a type. */
struct T { T T; C C; unsigned x : 3, T2; struct { int S; } S; };
union C { struct T T; C C; };
int members(struct T *p, union C C)
{
    T T = p->T;
    struct T s = { .T = 1, .C = 2, .S.S = 3 };
    goto S;
S:
    if (p->T)
        goto done;
    p->T = s.T + C.T.C;
done:
    return T + s.S.S + __builtin_offsetof(struct T, T) + __builtin_offsetof(struct T, S.S);
}

int parameter_of_function_type(int T(int), int C(int x)) { return T(1) + C(2); }
int abstract_function(T (T), int (C), int (*)(T), int(int));
int named(T T, int C) { return (T)-C; }
int in_prototype(T x, T y, int T, int a[T]) { return (T)-x + a[0]; }
int unnamed_in_prototype(T, C, T *, C[], T (*)(C), unsigned, S);
unsigned T_as_name(unsigned T) { return (T)-1; }
int call3(T v) { return v; }
int call2(int v) { return v; }

/* After an inner function's parameters, the name is a type again. */
T after(int (*g)(int T, int C)) { T t = g(1, 2); return (T)-t; }

typedef T T3, *P3, A3[3], F3(T, C);
T3 t3 = (T3)-1;
P3 p3 = (P3)&t3;
A3 a3 = { (T3)+1, (T3)(2), (T3){3} };
F3 f3, *pf3 = f3;
int f3(T a, C b) { return a + b; }
static const T const_t = (T)1;
T const volatile cv = (C)-1;
