// What drivers of Windows see of their system, in small.
typedef int NTSTATUS, LONG;
typedef unsigned int ULONG;
typedef unsigned char UCHAR, BOOLEAN;
typedef char CCHAR;
typedef unsigned short USHORT;
typedef unsigned long ULONG_PTR;
typedef void *PVOID;
typedef union _LARGE_INTEGER { long long QuadPart; } LARGE_INTEGER;
typedef struct _UNICODE_STRING { USHORT Length, MaximumLength; USHORT *Buffer; } UNICODE_STRING, *PUNICODE_STRING;
typedef struct _FILE_OBJECT { PVOID FsContext; } FILE_OBJECT, *PFILE_OBJECT;
struct _DEVICE_OBJECT; struct _IRP; struct _DRIVER_OBJECT;
typedef NTSTATUS DRIVER_DISPATCH(struct _DEVICE_OBJECT *, struct _IRP *);
typedef NTSTATUS DRIVER_ADD_DEVICE(struct _DRIVER_OBJECT *, struct _DEVICE_OBJECT *);
typedef void DRIVER_UNLOAD(struct _DRIVER_OBJECT *);
typedef void DRIVER_STARTIO(struct _DEVICE_OBJECT *, struct _IRP *);
typedef void DRIVER_CANCEL(struct _DEVICE_OBJECT *, struct _IRP *);
typedef NTSTATUS IO_COMPLETION_ROUTINE(struct _DEVICE_OBJECT *, struct _IRP *, PVOID);
typedef struct _DEVICE_OBJECT {
    struct _DRIVER_OBJECT *DriverObject;
    PVOID DeviceExtension;
    ULONG Flags;
} DEVICE_OBJECT, *PDEVICE_OBJECT;
typedef struct _DRIVER_EXTENSION {
    struct _DRIVER_OBJECT *DriverObject;
    DRIVER_ADD_DEVICE *AddDevice;
} DRIVER_EXTENSION;
typedef struct _DRIVER_OBJECT {
    PDEVICE_OBJECT DeviceObject;
    DRIVER_EXTENSION *DriverExtension;
    DRIVER_STARTIO *DriverStartIo;
    DRIVER_UNLOAD *DriverUnload;
    DRIVER_DISPATCH *MajorFunction[28];
} DRIVER_OBJECT, *PDRIVER_OBJECT;
typedef struct _IO_STATUS_BLOCK { NTSTATUS Status; ULONG_PTR Information; } IO_STATUS_BLOCK;
typedef struct _IO_STACK_LOCATION {
    UCHAR MajorFunction, MinorFunction, Flags, Control;
    union {
        struct { ULONG Length; ULONG Key; } Read;
        struct { ULONG OutputBufferLength, InputBufferLength, IoControlCode; } DeviceIoControl;
    } Parameters;
    PDEVICE_OBJECT DeviceObject;
    PFILE_OBJECT FileObject;
    IO_COMPLETION_ROUTINE *CompletionRoutine;
    PVOID Context;
} IO_STACK_LOCATION, *PIO_STACK_LOCATION;
typedef struct _IRP {
    PVOID SystemBuffer;
    IO_STATUS_BLOCK IoStatus;
    BOOLEAN PendingReturned, Cancel;
    UCHAR CancelIrql;
    DRIVER_CANCEL *CancelRoutine;
    struct {
        struct { union { PIO_STACK_LOCATION CurrentStackLocation; ULONG PacketType; }; } Overlay;
    } Tail;
} IRP, *PIRP;
typedef struct _KDPC { PVOID Context; } KDPC, *PKDPC;
typedef ULONG_PTR KSPIN_LOCK;
typedef UCHAR KIRQL;

enum { IRP_MJ_CREATE = 0, IRP_MJ_CLOSE = 2, IRP_MJ_READ = 3, IRP_MJ_DEVICE_CONTROL = 14, IRP_MJ_CLEANUP = 18, IRP_MJ_PNP = 27 };
enum { IRP_MN_REMOVE_DEVICE = 2 };
enum { STATUS_SUCCESS = 0, STATUS_PENDING = 0x103, STATUS_CANCELLED = -1073741536 };

void IoCompleteRequest(PIRP irp, CCHAR boost);
NTSTATUS IofCallDriver(PDEVICE_OBJECT, PIRP);
NTSTATUS IoCreateDevice(PDRIVER_OBJECT, ULONG, PUNICODE_STRING, ULONG, ULONG, BOOLEAN, PDEVICE_OBJECT *);
void IoDeleteDevice(PDEVICE_OBJECT);
PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT, PDEVICE_OBJECT);
void IoDetachDevice(PDEVICE_OBJECT);
void IoMarkIrpPending(PIRP);
void KeInitializeDpc(PKDPC, void (*)(PKDPC, PVOID, PVOID, PVOID), PVOID);
BOOLEAN KeInsertQueueDpc(PKDPC, PVOID, PVOID);
void KeInitializeSpinLock(KSPIN_LOCK *);
void KeAcquireSpinLock(KSPIN_LOCK *, KIRQL *);
void KeReleaseSpinLock(KSPIN_LOCK *, KIRQL);

static PIO_STACK_LOCATION IoGetCurrentIrpStackLocation(PIRP irp) { return irp->Tail.Overlay.CurrentStackLocation; }
static void IoSkipCurrentIrpStackLocation(PIRP irp) { irp->Tail.Overlay.CurrentStackLocation++; }
static void IoCopyCurrentIrpStackLocationToNext(PIRP irp)
{
    PIO_STACK_LOCATION next = irp->Tail.Overlay.CurrentStackLocation - 1;

    next->MajorFunction = next[1].MajorFunction;
    next->MinorFunction = next[1].MinorFunction;
    next->CompletionRoutine = 0;
}
static void IoSetCompletionRoutine(PIRP irp, IO_COMPLETION_ROUTINE *routine, PVOID context, int success, int error, int cancel)
{
    PIO_STACK_LOCATION next = irp->Tail.Overlay.CurrentStackLocation - 1;

    next->CompletionRoutine = routine;
    next->Context = context;
}
