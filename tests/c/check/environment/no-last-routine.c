// A module without a last routine is never unloaded: what it keeps is no leak.
// proved: --property memory
// bug: --property memory -D UNLOADED
#include "module.h"
static void *kept;
static int toy_init(void)
{
    kept = kzalloc(8, 0);
    return 0;
}
module_init(toy_init);
#ifdef UNLOADED
static void toy_exit(void) { }
module_exit(toy_exit);
#endif
