// verdict: proved
// says: no fault: to != (unsigned char *)0 || length == 0ul at null-pointer-copied-to.c:15
// A run that copies bytes to a null pointer stops there; one that copies none does not.
#include <assert.h>
#include <string.h>
unsigned char *find_buffer(void);
unsigned long some_length(void);

int main(void)
{
    unsigned char from[16] = {7, 7};
    unsigned char *to = find_buffer();
    unsigned long length = some_length();
    int copied = length != 0 && length <= 16;
    memcpy(to, from, length);
    if (copied)
        assert(to != 0);
    return 0;
}
