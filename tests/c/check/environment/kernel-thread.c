// A thread that was created and woken runs with its data, once, or not at all if it is stopped before. With BUG, what it
// counts is taken to have been counted; with SLEEPS it was never woken.
// proved: --property mutex
// bug: --property mutex -D BUG
// proved: --property mutex -D BUG -D SLEEPS
#include "module.h"
struct task_struct { int pid; };
struct task_struct *kthread_create_on_node(int (*)(void *), void *, int, const char *, ...);
int wake_up_process(struct task_struct *);
_Bool kthread_should_stop(void);
int kthread_stop(struct task_struct *);

static struct task_struct *task;
static int rounds, ended, number = 7;

static int toy_thread(void *data)
{
    use_lock();
    if (*(int *)data != 7 || ended)
        violate();
    while (!kthread_should_stop()) {
        rounds = 1;
        use_lock();
    }
    ended = 1;
    return 0;
}
static int toy_init(void)
{
    task = kthread_create_on_node(toy_thread, &number, -1, "toy");
    if ((unsigned long)task > -4096ul)
        return -12;
#ifndef SLEEPS
    wake_up_process(task);
#endif
    return 0;
}
static void toy_exit(void)
{
    kthread_stop(task);
#ifdef BUG
    if (rounds)
        violate();
#endif
    use_lock();
}
module_init(toy_init);
module_exit(toy_exit);
