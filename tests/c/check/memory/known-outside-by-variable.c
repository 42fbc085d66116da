// proved: -D BUG=0
// bug: -D BUG=1
// What is put into a variable that is defined elsewhere is known there.
#include <assert.h>
extern struct table {
    void *other;
    int *entry;
} table;
static int own;
int *find_entry(void);
int main(void)
{
    int *found;
    if (BUG)
        table.entry = &own;
    found = find_entry();
    if (found)
        *found = 5;
    assert(own == 0);
    return 0;
}
