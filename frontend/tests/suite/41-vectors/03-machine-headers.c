// stage: run; models: lp64; exit: 7
// The machine's headers are read; what of them is C itself has its value.
#include <emmintrin.h>
#include <immintrin.h>
#include <stdio.h>
int main(void) {
    __m128i a = _mm_set_epi32(4, 3, 2, 1), b = _mm_set1_epi32(10);
    int out[4];
    _mm_storeu_si128((__m128i_u *)out, _mm_add_epi32(a, b));
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    __m128d d = _mm_add_pd(_mm_set_pd(1.5, 2.5), _mm_set1_pd(1));
    printf("%g\n", _mm_cvtsd_f64(d));
    __m128i x = _mm_and_si128(_mm_xor_si128(a, a), b);
    printf("%d\n", _mm_cvtsi128_si32(x));
    return 7;
}
