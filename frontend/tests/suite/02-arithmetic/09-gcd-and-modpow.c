// stage: run; models: lp64, ilp32; exit: 12
// Euclid and modular exponentiation over unsigned long long.
#include <stdio.h>
typedef unsigned long long u64;
static u64 gcd(u64 a, u64 b) { while (b) { u64 t = a % b; a = b; b = t; } return a; }
static u64 modpow(u64 b, u64 e, u64 m) {
    u64 r = 1;
    for (b %= m; e; e >>= 1, b = b * b % m)
        if (e & 1) r = r * b % m;
    return r;
}
int main(void) {
    printf("%llu %llu %llu\n", gcd(1071, 462), gcd(1ULL << 40, 6ULL << 20), gcd(0, 9));
    printf("%llu %llu\n", modpow(3, 1000003, 1000000007), modpow(2, 62, 4294967291u));
    return (int)gcd(84, 36);
}
