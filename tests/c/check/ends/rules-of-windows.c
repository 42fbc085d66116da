// DriverEntry fails by a negative status; other routines may leave pool memory to others.
// bug: --property pool --entry DriverEntry -D BUG=1
// proved: --property pool --entry DriverEntry -D BUG=0
// proved: --property pool --entry DispatchCreate -D BUG=0
// says: nothing was said about the end
typedef int NTSTATUS;
void *ExAllocatePoolWithTag(int, unsigned long, unsigned long);
void ExFreePoolWithTag(void *, unsigned long);
NTSTATUS IoCreateDevice(void *);

static void *table, *context;

NTSTATUS DriverEntry(void *driver, void *path) {
    table = ExAllocatePoolWithTag(0, 64, 'x');
    if (!table)
        return (NTSTATUS)0xC000009A;
    NTSTATUS status = IoCreateDevice(driver);
    if (status < 0 && !BUG)
        ExFreePoolWithTag(table, 'x');
    return status;
}

NTSTATUS DispatchCreate(void *device, void *irp) {
    context = ExAllocatePoolWithTag(0, 16, 'y');
    return context ? 0 : (NTSTATUS)0xC000009A;
}
