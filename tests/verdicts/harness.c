/* Runs a program with every combination of its inputs, each in a process of its own, and prints what was seen: lines
   `point value`, each once, for the points of observation, and `rule` if the lock was misused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEPTH = 64, POINTS = 16, VALUES = 256, RUNS = 600 };

static struct seen {
    int length, chosen[DEPTH], among[DEPTH];
    int counts[POINTS], values[POINTS][VALUES];
    int misused;
} *seen;

static int position, held;

int program(void);

int input(int n)
{
    if (position == DEPTH)
        _exit(2);
    if (position == seen->length) {
        seen->chosen[position] = 0;
        seen->length++;
    }
    seen->among[position] = n;
    return seen->chosen[position++];
}

void observe(int point, int value)
{
    int i, *count = &seen->counts[point];
    for (i = 0; i < *count; i++)
        if (seen->values[point][i] == value)
            return;
    if (*count == VALUES)
        _exit(2);
    seen->values[point][(*count)++] = value;
}

void acquire(void)
{
    seen->misused |= held;
    held = 1;
}

void release(void)
{
    seen->misused |= !held;
    held = 0;
}

/* The next combination, if there is one. */
static int next(void)
{
    while (seen->length > 0) {
        int last = seen->length - 1;
        if (++seen->chosen[last] < seen->among[last])
            return 1;
        seen->length--;
    }
    return 0;
}

int main(void)
{
    int runs = 0, point, i;
    seen = mmap(0, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    do {
        int status;
        pid_t child;
        if (++runs > RUNS)
            return 3;
        child = fork();
        if (child == 0) {
            alarm(5);
            program();
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
            return 4;
    } while (next());
    for (point = 0; point < POINTS; point++)
        for (i = 0; i < seen->counts[point]; i++)
            printf("%d %d\n", point, seen->values[point][i]);
    if (seen->misused)
        printf("rule\n");
    return 0;
}
