// stage: run; models: lp64, ilp32; exit: 89
// Direct recursion with several calls per activation.
#include <stdio.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static void hanoi(int n, char a, char b, char c) {
    if (!n) return;
    hanoi(n - 1, a, c, b);
    printf("%c%c ", a, c);
    hanoi(n - 1, b, a, c);
}
int main(void) {
    printf("%d %d\n", fib(15), ack(2, 3));
    hanoi(3, 'A', 'B', 'C');
    puts("");
    return fib(11);
}
