// run: -
// run: --stdin /dev/stdin
// run: --arg one --arg two
// input: int main(void) { return 17; }
// `-` is preprocessed text from standard input; --stdin is what the program itself reads.
#include <stdio.h>
int main(int argc, char **argv)
{
    char word[8];
    if (scanf("%7s", word) == 1)
        printf("read %s\n", word);
    for (int i = 1; i < argc; i++)
        puts(argv[i]);
    return argc;
}
