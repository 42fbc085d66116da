// Other modules call what this one exports.
// unknown: --property mutex
// says: toy_service (known to the kernel)
// unknown: --property mutex -D TABLE
// says: toy_service (known to the kernel)
// proved: --property mutex -D HARMLESS
// says: known to the kernel: toy_service
#include "module.h"
int toy_service(int n)
{
#ifdef HARMLESS
    return n + 1;
#else
    violate();
    return 0;
#endif
}
#ifdef TABLE
const struct toy_services { int (*service)(int); } toy_services = { toy_service };
static const void *const __ksymtab_toy_services __attribute__((used, section("___ksymtab"))) = &toy_services;
#else
EXPORT_SYMBOL(toy_service);
#endif
static int toy_init(void) { use_lock(); return 0; }
static void toy_exit(void) { }
module_init(toy_init);
module_exit(toy_exit);
