// verdict: bug
// says: at nothing-copied-to-null.c:14
#include <assert.h>
#include <string.h>
unsigned char *find_buffer(void);
unsigned long some_length(void);

int main(void)
{
    unsigned char from[16] = {7, 7};
    unsigned char *to = find_buffer();
    unsigned long length = some_length();
    memcpy(to, from, length);
    assert(to != 0);
    return 0;
}
