// What the library calls is told in the same words.
// unknown:
// says: code outside of the program may call compare (given to qsort), which is not followed
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
