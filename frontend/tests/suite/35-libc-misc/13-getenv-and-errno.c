// stage: run; models: lp64, ilp32; exit: 23
// An unset variable gives null; errno is an lvalue.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static int fail(int e) { errno = e; return -1; }
int main(void) {
    printf("%d\n", getenv("NO_SUCH_VARIABLE_HERE") == NULL);
    errno = 0;
    if (fail(EINVAL) < 0 && errno == EINVAL) printf("%d\n", errno);
    errno += 1;
    return errno;
}
