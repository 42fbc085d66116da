
/* The next value of a table, or none. */
static const struct cegar_value *next(int number)
{
    struct cegar_table *table;
    const struct cegar_value *value;
    if (number < 0)
        return NULL;
    table = &tables[number];
    if (table->next >= table->count)
        return NULL;
    value = &table->values[table->next++];
    if (verbose && value->kind == 'n')
        fprintf(stderr, "%s%s, value %lu: %lld\n", said(), table->who, table->next,
                (long long)value->number);
    else if (verbose && value->kind)
        fprintf(stderr, "%s%s, value %lu\n", said(), table->who, table->next);
    return value->kind ? value : NULL;
}

/* Whether something is said of the next value; then it is there. */
_Bool cegar_told(int table, void *to, size_t size)
{
    const struct cegar_value *value = next(table);
    if (!value)
        return 0;
    if (value->kind == 'b') {
        fill(to, size, value->bytes, value->size);
    } else if (value->kind == 'n') {
        fill(to, size, &value->number, sizeof value->number);
    } else {
        uintptr_t address = resolved(value);
        fill(to, size, &address, sizeof address);
    }
    return 1;
}

/* The next value, which is zero where nothing is said of it. */
void cegar_value(int table, void *to, size_t size)
{
    if (!cegar_told(table, to, size))
        fill(to, size, NULL, 0);
}

static int is_outside(const volatile void *object)
{
    return (uintptr_t)object >= OUTSIDE && (uintptr_t)object < OUTSIDE_END;
}

/* New memory; `contents` is the table of what it holds at first. */
void *cegar_allocate(int table, int contents, size_t size, size_t count)
{
    uintptr_t address;
    void *object;
    if (table >= 0 && cegar_told(table, &address, sizeof address))
        return (void *)address;
    if (count && size > SIZE_MAX / 2 / count)
        return NULL;
    if (size * count > SIZE_MAX / 2)
        return NULL;
    object = (void *)fresh(size * count);
    if (contents >= 0)
        cegar_told(contents, object, size * count);
    return object;
}

void cegar_release(void *object)
{
    if (!is_outside(object))
        free(object);
}

void *cegar_reallocate(int table, void *object, size_t size)
{
    uintptr_t address;
    void *grown;
    if (table >= 0 && cegar_told(table, &address, sizeof address))
        return (void *)address;
    if (!is_outside(object))
        return realloc(object, size);
    grown = (void *)fresh(size);
    fill(grown, size, object, size);
    return grown;
}

_Noreturn void cegar_violated(int number)
{
    fprintf(stderr, "%sviolated: %s\n", said(), violations[number]);
    end(VIOLATED);
}

/* Before anything of the program runs. */
__attribute__((constructor(101))) static void prepare(void)
{
    size_t n;
    if (freopen("/dev/null", "r", stdin) == NULL)
        fprintf(stderr, "%scannot open /dev/null\n", said());
    verbose = getenv("REPLAY_VERBOSE") != NULL;
    if (USES_OUTSIDE) {
        void *at = mmap((void *)OUTSIDE, OUTSIDE_END - OUTSIDE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | CEGAR_FIXED, -1, 0);
        if (at != (void *)OUTSIDE) {
            fprintf(stderr, "%scannot put objects to %#lx\n", said(), (unsigned long)OUTSIDE);
            end(NO_MEMORY);
        }
    }
    for (n = 0; objects[n].address; n++)
        fill((void *)objects[n].address, objects[n].size, objects[n].bytes, objects[n].size);
    for (n = 0; patches[n].address; n++) {
        uintptr_t value = (uintptr_t)*patches[n].address + patches[n].offset;
        fill((void *)patches[n].at, sizeof value, &value, sizeof value);
    }
    cegar_variables();
}

/* After everything. */
__attribute__((destructor(101))) static void finish(void)
{
    cegar_ended("it has come to its end");
}

int main(void)
{
    exit(cegar_start());
}
