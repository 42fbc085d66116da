// stage: run; exit: 0; also: 08-weak-in-all-ways.part.c
// Weak definitions, by attribute and by pragma, before and behind; static namesakes; what an alias keeps.
#include <stdio.h>
#pragma weak by_pragma
int by_pragma(void) { return 1; }
int before(void) __attribute__((weak));
int before(void) { return 1; }
int behind(void) { return 1; }
int behind(void) __attribute__((weak));
__attribute__((weak)) int kept(void) { return 1; }
int own_kept(void) __attribute__((alias("kept")));
__attribute__((weak)) int namesake(void) { return 1; }
int level __attribute__((weak)) = 5;
int both __attribute__((weak)) = 6;
extern inline __attribute__((gnu_inline)) int twice(void) { return 1; }
int twice(void) { return 2; }
int use(void);
void nowhere(void) __attribute__((weak));
int main(void)
{
    printf("%d %d %d %d %d %d\n", by_pragma(), before(), behind(), kept(), own_kept(), kept == own_kept);
    printf("%d %d %d %d %d %d\n", namesake(), use(), level, both, twice(), nowhere == 0);
    return 0;
}
