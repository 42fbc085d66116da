// stage: run; models: lp64, ilp32; exit: 98
// gcc packs multi-character constants big-endian into an int.
#include <stdio.h>
int main(void) {
    printf("%x %x %x\n", 'ab', 'abc', 'abcd');
    printf("%d\n", 'RIFF' == ('R' << 24 | 'I' << 16 | 'F' << 8 | 'F'));
    printf("%x\n", '\1\2');
    printf("%d %d\n", (int)sizeof L'a', L'\x263a');
    printf("%d %d\n", u'\x20ac' == 0x20ac, (int)U'\U0001F600');
    return 'ab' & 0x7f;
}
