/* Statements of every kind. */
int f(int), g(void);
void asm_statements(int *p, unsigned n)
{
    int a = 1, b = 2, out;
    asm("nop");
    __asm__ __volatile__ ("" : : : "memory");
    asm volatile ("" ::: "memory", "cc");
    asm ("# %0 %1" : "=r" (a) : "r" (b));
    asm volatile ("# %[out] %[in]" "\n\tnop" : [out] "=&r" (out), "+m" (*p) : [in] "g" (a + b), "0" (n), "i" (3) : "cc");
    asm inline ("" : "+r" (a), "=r" (p[a, b]));
    asm goto ("# %l1 %l2" : : "r" (a) : : here, there);
    a = out;
here:
    asm("" : "=r" (a) : );
there:
    ;
}
asm(".globl file_scope_asm\n\t" "file_scope_asm = 42");
int computed(int i)
{
    static void *table[] = { &&one, &&two, [2] = &&three };
    void *p = i > 2 ? &&one : table[i];
    goto *p;
one: return 1;
two: goto *table[2];
three: return i && &&one;
}
int switches(int x)
{
    int r = 0;
    switch (x) {
    case 1: r = 1;
    case 2: case 3: r++; break;
    case 4 ... 9: r = 4; break;
    case 10 ... 10 + 5: { r = 5; } break;
    case 'a': case 'b' ... 'd': if (r) { case 150: r = 6; } else default: r = 7;
        break;
    case 200: ;
        int inner = x; r = inner;
        break;
    case (1 ? 300 : 301): r = 8;
    }
    switch (x) case 1: case 2: r += f(x);
    switch (x) default: ;
    switch (x) while (r < 5) { case 0: r++; case 7: r += 2; }
    switch (r) { r = 3; case 5: do { r--; case 6: r--; } while (r > 0); }
    switch (x) { }
    switch (x) { case 3: }
    switch (x) { default: }
    return r;
}
int loops(int n)
{
    int i, j, sum = 0;
    for (;;) { if (n-- < 0) break; else continue; }
    for (i = 0, j = 5; i < j; i++, j--) sum += i * j;
    for (int k = 0, *q = &sum; k < 3; ++k) *q += k;
    for (; sum < 100;) sum += 10;
    for (struct { int a, b; } s = { 1, 2 }; s.a < s.b; s.a++) sum++;
    for (i = 0; i < 2; i++) for (j = 0; j < 2; j++) if (i) if (j) sum++; else sum--;
    while (sum > 10) sum -= 3;
    do sum++; while (sum < 20);
    do { sum += 2; } while (0);
    do if (sum) do sum--; while (sum > 4); else sum++; while (0);
    if (n) ; else sum++;
    if (n) if (sum) sum = 1; else sum = 2;
    if (n) { if (sum) sum = 1; } else sum = 2;
    if (n) while (sum > 3) if (sum & 1) sum--; else sum -= 2; else sum = 7;
    if (n == 1) sum = 1; else if (n == 2) sum = 2; else if (n == 3) sum = 3; else sum = 4;
    {}
    { ; }
    ;;
    return sum;
}
int gotos(int n)
{
    int i = 0;
    if (n) goto into;
    while (i < 10) {
into:   i += 2;
again:
        if (i == 6) goto out;
    }
    goto end;
out:    i += 100;
    if (i < 200) goto again;
end: __attribute__((unused));
    switch (n) { case 1: i++; __attribute__((fallthrough)); case 2: i++; }
unused_label: __attribute__((__unused__)) i++;
last: }
int local_labels(int n)
{
    int r = ({ __label__ a, b; int t = n; if (t) goto a; goto b; a: t = 5; b: t + 1; });
    { __label__ a; goto a; a: r++; }
    { __label__ c, d; __label__ e; c: d: e: if (r < 3) { r++; goto e; } }
    return r;
}
int statement_expressions(int n)
{
    int r = ({ int a = n; a * 2; });
    r += ({ f(r); }) + ({ ({ r; }); });
    ({ ; });
    ({ if (r) g(); });
    r = ({ switch (n) { case 1: r = 3; } r; }) ? ({ 1; }) : ({ 2; });
    f(({ int a = 1, b = 2; a + b; }));
    for (({ r = 0; }); ({ r < 3; }); ({ r++; })) ;
    int arr[({ 3; })];
    return r + sizeof arr + sizeof(({ char c = 1; c; }));
}
int nested_function(int n)
{
    int add(int k) { return n + k; }
    auto int later(int);
    int later(int k) { return add(k) * 2; }
    return add(1) + later(2);
}
int declarations_in_between(int n)
{
    int a = 1; a++;
    int b = a; extern int f(int); static int c = 4, *d = &c;
    typedef int L; L l = 3; struct S { L m; } s = { l }; enum { X = 3 } e = X;
    _Static_assert(X == 3, "x");
    __extension__ int ext = 3; __extension__ ({ ext; });
    __attribute__((unused)) int at = 4, at2 __attribute__((unused)) = 5;
    int unused __attribute__((unused)), vla[n][n + 1], (*pvla)[n] = 0;
    return a + b + *d + l + s.m + e + ext + at + sizeof vla + sizeof *pvla;
}
void just_return(void) { return; }
