// unknown: --property termination
#include <pthread.h>
static void *work(void *argument) {
    while (1)
        ;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    return 0;
}
