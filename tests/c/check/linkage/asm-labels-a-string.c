// proved: -D BUG=0
// bug: -D BUG=1
// Assembly at file scope that makes a string with a label, as kernels do for what they export.
#include <assert.h>
int x = 1;
extern const char __kstrtab_x[];
__asm__(".section \".rodata.names\",\"a\"\n__kstrtab_x:\n\t.asciz \"x\"\n\t.previous\n");
const char *const name = __kstrtab_x;
int main(void)
{
    assert(x == 1 + BUG);
    return name == 0;
}
