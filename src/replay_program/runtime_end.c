
static void prepare(void);

/* The next value of a table, or none. */
static const struct cegar_value *next(int number)
{
    struct cegar_table *table;
    const struct cegar_value *value;
    prepare();
    if (number < 0)
        return NULL;
    table = &tables[number];
    if (table->next >= table->count)
        return NULL;
    value = &table->values[table->next++];
    return value->kind ? value : NULL;
}

/* Says which value somebody is given. */
static void tell(int number, const struct cegar_value *value, size_t size)
{
    const struct cegar_table *table = &tables[number];
    long long shown = (long long)value->number;
    fprintf(stderr, "%s%s, value %lu", said(), table->who, table->next);
    if (value->kind != 'n') {
        fprintf(stderr, "\n");
        return;
    }
    if (size == 1)
        shown = (signed char)shown;
    else if (size == 2)
        shown = (short)shown;
    else if (size == 4)
        shown = (int)shown;
    fprintf(stderr, ": %lld", shown);
    if (shown < 0)
        fprintf(stderr, " (%#llx)", value->number);
    fprintf(stderr, "\n");
}

/* The next value, to be put to its place later. */
const void *cegar_take(int table)
{
    const struct cegar_value *value = next(table);
    if (value && verbose)
        tell(table, value, sizeof value->number);
    return value;
}

static void put(const void *taken, void *to, size_t size)
{
    const struct cegar_value *value = taken;
    if (!value)
        return;
    if (value->kind == 'b') {
        fill(to, size, value->bytes, value->size);
        mend(to, size, value->patches);
    } else if (value->kind == 'n') {
        fill(to, size, &value->number, sizeof value->number);
    } else {
        uintptr_t address = resolved(value);
        fill(to, size, &address, sizeof address);
    }
}

/* Puts a value that was taken to its place, once. */
void cegar_once(const void **taken, void *to, size_t size)
{
    put(*taken, to, size);
    *taken = NULL;
}

/* Whether something is said of the next value; then it is there. */
_Bool cegar_told(int table, void *to, size_t size)
{
    const struct cegar_value *value = next(table);
    if (value && verbose)
        tell(table, value, size);
    put(value, to, size);
    return value != NULL;
}

/* The next value, which is zero where nothing is said of it. */
void cegar_value(int table, void *to, size_t size)
{
    if (!cegar_told(table, to, size))
        fill(to, size, NULL, 0);
}

/* A copy of a register of a device, with the next value. */
void *cegar_device(int table, size_t size)
{
    static union {
        unsigned char bytes[64];
        long double aligned;
    } copies[16];
    static unsigned used;
    void *copy = size > 64 ? (void *)fresh(size) : copies[used++ % 16].bytes;
    cegar_value(table, copy, size);
    return copy;
}

long long cegar_number(int table)
{
    long long number;
    cegar_value(table, &number, sizeof number);
    return number;
}

/* The same of so many bits with a sign. */
long long cegar_signed(int table, int width)
{
    unsigned long long number = (unsigned long long)cegar_number(table) << (64 - width);
    return (long long)number >> (64 - width);
}

/* Where memory is of a device that lies where no process has any. */
void *cegar_elsewhere(const volatile void *register_of)
{
    uintptr_t at = (uintptr_t)register_of;
#if UINTPTR_MAX > 0xffffffffu
    if (at < 0x10000 || at >> 47)
        at = ((uintptr_t)0x300000 << 24) + (at & (((uintptr_t)1 << 40) - 1));
#else
    if (at < 0x10000)
        at += 0x70000000;
#endif
    return (void *)at;
}

static int is_outside(const volatile void *object)
{
    return (uintptr_t)object >= OUTSIDE && (uintptr_t)object < OUTSIDE_END;
}

static void nothing(void)
{
}

/* The function to be called where a pointer leads; whether that is none of the program's is told. */
void *cegar_callee(int *outside, const void *function)
{
    *outside = is_outside(function) || (uintptr_t)function < 0x10000;
    return *outside ? (void *)&nothing : (void *)function;
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

/* A function that is not part of the program does nothing and returns zero. */
static int returned_at_once(uintptr_t at, void *context)
{
#if defined __x86_64__ || defined __i386__
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
#endif
#if defined __x86_64__
    enum { PC = REG_RIP, SP = REG_RSP, RESULT = REG_RAX };
#elif defined __i386__
    enum { PC = REG_EIP, SP = REG_ESP, RESULT = REG_EAX };
#endif
#if defined __x86_64__ || defined __i386__
    if ((uintptr_t)registers[PC] != at)
        return 0;
    registers[PC] = *(greg_t *)registers[SP];
    registers[SP] += sizeof(greg_t);
    registers[RESULT] = 0;
    return 1;
#else
    (void)at;
    (void)context;
    return 0;
#endif
}

/* Memory that is at a fixed address, such as a device's, is there when it is first used. */
static void fault(int signal, siginfo_t *info, void *context)
{
    static unsigned pages;
    uintptr_t at = (uintptr_t)info->si_addr & ~(uintptr_t)4095;
    (void)signal;
    if (returned_at_once((uintptr_t)info->si_addr, context)) {
        fprintf(stderr, "%sthe program calls %p, which is no function of it\n", said(), info->si_addr);
        return;
    }
    if (at >= 0x10000 && pages++ < 64
        && mmap((void *)at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | CEGAR_FIXED, -1, 0)
               == (void *)at) {
        fprintf(stderr, "%sthe program uses memory at %p, which is not its own\n", said(), info->si_addr);
        return;
    }
    fprintf(stderr, "%sthe program stops: it uses memory at %p\n", said(), info->si_addr);
    end(NOT_VIOLATED);
}

/* Before anything of the program runs; what runs even before asks for it. */
__attribute__((constructor(0))) static void prepare(void)
{
    static int prepared;
    struct sigaction act = { 0 };
    size_t n;
    if (prepared++)
        return;
    if (freopen("/dev/null", "r", stdin) == NULL)
        fprintf(stderr, "%scannot open /dev/null\n", said());
    verbose = getenv("REPLAY_VERBOSE") != NULL;
    act.sa_sigaction = fault;
    act.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &act, NULL);
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
    mend(NULL, SIZE_MAX, patches);
    cegar_variables();
}

/* After everything. */
__attribute__((destructor(0))) static void finish(void)
{
    cegar_ended("it has come to its end");
}

int main(void)
{
    exit(cegar_start());
}
