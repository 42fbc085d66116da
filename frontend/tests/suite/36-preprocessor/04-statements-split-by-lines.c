// stage: run; models: lp64, ilp32; exit: 3
// Expressions spread over lines with markers between; comments anywhere.
#include <stdio.h>
#include <assert.h>
int/* type */main/* name */(void)
{
    int a = 1 + // one
        2 /* two */ +
        3;
    assert(a
           == 6);
    printf("%d\n",
#ifdef NOPE
           0
#else
           a
#endif
    );
    const char *s = "/* not a comment */ // nor this";
    puts(s);
    int b = a /*/ tricky /*/ / 2;
    re\
turn b;
}
