// What calls back is part of the program here: `qsort` has a model in C.
// proved:
#include <assert.h>
#include <stdlib.h>
static int compared;
static int compare(const void *a, const void *b) {
    compared = 1;
    return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv) {
    int a[2] = { argc, 1 };
    qsort(a, 2, sizeof a[0], compare);
    assert(argc == 77 || compared);
    return 0;
}
