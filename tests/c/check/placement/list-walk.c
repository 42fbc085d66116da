// proved:
// A list that comes back to its head depends on no placement.
#include <assert.h>
struct list { struct list *next; };
struct item { int value; struct list link; };
static struct list head;
static struct item first, second;
int main(void)
{
    head.next = &first.link;
    first.link.next = &second.link;
    second.link.next = &head;
    first.value = 1;
    second.value = 2;
    int sum = 0;
    for (struct list *l = head.next; l != &head; l = l->next)
        sum += ((struct item *)((char *)l - __builtin_offsetof(struct item, link)))->value;
    assert(sum == 3);
    return 0;
}
