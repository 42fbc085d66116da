// stage: run; models: lp64, ilp32; exit: 7
// A switch whose body is not a block, has no case, or only a default.
#include <stdio.h>
static int n;
static int ev(int x) { n++; return x; }
int main(void) {
    switch (ev(1)) ;
    switch (ev(2)) { }
    switch (ev(3)) case 3: n += 10;
    switch (ev(4)) default: n += 100;
    switch (ev(5)) { n += 5000; }
    switch (ev(6)) { int x; case 6: x = 1000; n += x; }
    printf("%d\n", n);
    switch (n) if (0) { case 1116: n = 7; } else n = 8;
    return n;
}
