// stage: run; models: lp64, ilp32; exit: 65
// Every escape, with lengths counted.
#include <stdio.h>
int main(void) {
    const char s[] = "a\tb\\c\"d'e\x41\101\0z\e";
    printf("%d\n", (int)sizeof s);
    for (unsigned i = 0; i < sizeof s; i++) printf("%d ", s[i]);
    puts("");
    printf("%d %d\n", (int)sizeof "\x1234" == 2, (int)sizeof "\0123");
    printf("%s|\n", "tab\there\rnot" + 0);
    return s[9];
}
