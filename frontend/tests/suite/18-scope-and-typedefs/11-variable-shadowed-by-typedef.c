// stage: run; models: lp64, ilp32; exit: 6
// A variable's name taken by a typedef in an inner block, and by an enumerator.
#include <stdio.h>
int name = 3;
int main(void) {
    int y = 2, r;
    r = (name)-y;
    {
        typedef unsigned char name;
        r = r * 1000 + (name)-y;
        name * p = &(name){7};
        r += *p;
    }
    {
        enum { name = 40 };
        r += (name)-y;
    }
    printf("%d\n", r);
    return (name)*y;
}
