// stage: run; models: lp64, ilp32; exit: 31
// Modules register an init function in a table of levels.
#include <stdio.h>
typedef int (*initcall_t)(void);
struct module { const char *name; initcall_t init; void (*exit)(void); int level; };
static int live;
#define MODULE(n, lvl, ret) \
    static int n##_init(void) { printf("init " #n "\n"); if (!(ret)) live++; return ret; } \
    static void n##_exit(void) { printf("exit " #n "\n"); live--; } \
    static const struct module n##_module = { .name = #n, .init = n##_init, .exit = n##_exit, .level = lvl };
MODULE(core, 0, 0)
MODULE(bus, 1, 0)
MODULE(broken, 1, -19)
MODULE(net, 2, 0)
static const struct module *const all[] = {&net_module, &broken_module, &core_module, &bus_module, 0};
int main(void) {
    int failed = 0;
    for (int l = 0; l < 3; l++)
        for (const struct module *const *m = all; *m; m++)
            if ((*m)->level == l && (*m)->init()) failed++;
    int r = live * 10 + failed;
    for (const struct module *const *m = all; *m; m++) if ((*m)->level != 1) (*m)->exit();
    printf("%d %d\n", live, failed);
    return r;
}
