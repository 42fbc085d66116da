// stage: run; models: lp64, ilp32; exit: 24
// Tentative definitions merge; extern declarations refer to them.
#include <stdio.h>
int a;
int a;
extern int a;
int a = 5;
static int b;
static int b;
extern int c;
int arr[];
int arr[3];
static int f(void);
int main(void) {
    extern int c;
    int f(void);
    b += 2;
    arr[2] = 4;
    printf("%d %d %d %d\n", a, b, c, arr[2]);
    return f() + a + b + c;
}
int c = 7;
static int f(void) { extern int a; return a * 2; }
