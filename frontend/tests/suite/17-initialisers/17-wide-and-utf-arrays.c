// stage: run; models: lp64, ilp32; exit: 57
// Arrays of wide characters from literals, exact, padded and indexed.
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>
static const wchar_t tab[][4] = {L"ab", L"\x100z"};
static char16_t h[3] = u"xyz";
static char32_t w[] = U"q\U0001F600";
int main(void) {
    wchar_t l[5] = {L"hi"};
    printf("%x %x %d\n", (unsigned)tab[1][0], (unsigned)tab[0][3], (int)sizeof tab);
    printf("%x %x %d %x\n", h[0], h[2], (int)(sizeof w / sizeof *w), (unsigned)w[1]);
    int n = 0;
    for (wchar_t *p = l; *p; p++) n = n * 2 + *p;
    l[1] = L'\0';
    return n & 0xff;
}
