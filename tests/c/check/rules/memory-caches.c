// Objects of caches, copies, and what is freed later are memory as well.
// proved: --property memory
// bug: --property memory -D TWICE
// bug: --property memory -D LEAK
// bug: --property memory -D COPY
// bug: --property memory -D LATER
struct kmem_cache;
struct head { void *next; };
struct node { int number; struct head head; };
void *kmem_cache_zalloc(struct kmem_cache *, unsigned int);
void kmem_cache_free(struct kmem_cache *, void *);
void *kmalloc(unsigned long, unsigned int);
char *kstrdup(const char *, unsigned int);
void *memdup_user(const void *, unsigned long);
void kvfree_call_rcu(struct head *, void (*)(struct head *));
void kfree(const void *);
static struct kmem_cache *cache;

int main(void)
{
    struct node *node = kmem_cache_zalloc(cache, 0), *other;
    char *name = kstrdup("name", 0), *copy = memdup_user(0, 8);
    if (node) {
#ifndef LEAK
        kmem_cache_free(cache, node);
#endif
#ifdef TWICE
        kmem_cache_free(cache, node);
#endif
    }
    kfree(name);
#ifndef COPY
    if ((unsigned long)copy <= -4096ul)
        kfree(copy);
#endif
    other = kmalloc(sizeof *other, 0);
    if (other)
        kvfree_call_rcu(&other->head, (void (*)(struct head *))__builtin_offsetof(struct node, head));
#ifdef LATER
    kfree(other);
#endif
    return 0;
}
