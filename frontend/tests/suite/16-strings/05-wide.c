// stage: run; models: lp64, ilp32; exit: 58
// Wide and UTF literals: element sizes and values.
#include <stdio.h>
#include <stddef.h>
int main(void) {
    wchar_t w[] = L"h\x263a!";
    printf("%d %d\n", (int)(sizeof w / sizeof *w), (int)sizeof(wchar_t));
    for (int i = 0; w[i]; i++) printf("%x ", (unsigned)w[i]);
    puts("");
    const wchar_t *p = L"ab" L"cd";
    printf("%x %d\n", (unsigned)p[3], (int)(sizeof u"xy" + sizeof U"xy" + sizeof u8"xy"));
    return (int)(w[1] & 0x7f);
}
