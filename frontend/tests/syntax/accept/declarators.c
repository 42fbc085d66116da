/* Declarators of every shape. */
int a, *b, **c, d[3], *e[3], (*f)[3], g(void), *h(void), (*i)(void), (*j[3])(void);
int (*(*k)(int))(char), (*(*l[2])[3])(int, ...), (*m(int q))[4];
int (n), ((o)), (*(p)), ((q)[3]), (*(r)[3]), (*(s))[3], (((*t))(void));
const int *const volatile u, *volatile *const v;
char *(*(**w[2][3])())[4];
void (*signal_like(int sig, void (*func)(int)))(int);
int main_like(int argc, char *argv[], char *const envp[const], int n[static 4], int m2[const *],
              int vla[argc], int flex[], int restrict_[restrict 3]);
unsigned long int long x1;
int long x2; long x3; long long int x4; short int unsigned x5; char signed x6; signed x7;
unsigned x8; long double x9; double long x10; long static x11; int const static x12 = 3;
int typedef unsigned long_named, *long_pointer;
long_named x13; long_pointer x14;
_Bool x15; float x16; __signed__ char x17; __const int x18 = 4; __volatile__ int x19;
extern int x20; static int x21; _Thread_local int x22; static __thread int x23; extern __thread int x24;
int (*fp1)(int (*)(int), int (*cb)(int, int)), (*fp2)();
int abstracts[] = {
    sizeof(int *), sizeof(int **[3]), sizeof(int (*)[3]), sizeof(int (*(*)(int))[2]),
    sizeof(int (*[2])(void)), sizeof(const char *const), sizeof(int [2][3]), sizeof(int (*(*)[2])[3]),
    sizeof(int (*)()), sizeof(struct { int a; char b; } *), sizeof(enum { E1 = 3, E2 }),
    sizeof(int (* const *)(int)), sizeof(unsigned char (*)[sizeof(int (*)(int))]), E2
};
int g(void) { return 1; }
int *h(void) { return &a; }
int (*m(int q))[4] { static int arr[4]; return q ? &arr : 0; }
int (*(returns_fp)(int z))(int) { return 0; }
int (paren_def)(int y) { return y; }
int ((*get(void))(int)) { return paren_def; }
static inline int inl(void) { return 2; }
static __inline__ __attribute__((always_inline)) int inl2(void) { return 3; }
inline static int const inl3(void) { return 4; }
_Noreturn void stop(void);
void stop(void) { for (;;) ; }
register_user(int k2) { register int r = k2; auto int au = r; return au; }
int uses(void) { return inl() + inl2() + inl3() + get()(3) + register_user(2); }
extern int arr_inc[]; int arr_inc[5];
extern struct later later_v; struct later { int x; }; struct later later_v;
struct only_tag; union only_utag; enum late { L1, L2 = 5, L3, };
struct only_tag *ptr_only;
;
int;
struct { int unused; };
