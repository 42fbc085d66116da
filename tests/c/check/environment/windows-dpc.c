// A deferred procedure call runs after it was queued, and not before: what it reads was set by then.
// proved: --property ke_spin_lock -D BUG=0
// bug: --property ke_spin_lock -D BUG=1
#include "wdm.h"
struct extension { PDEVICE_OBJECT lower; KDPC dpc; KSPIN_LOCK lock; int ready; };

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS Open(PDEVICE_OBJECT device, PIRP irp) { return finish(irp, STATUS_SUCCESS); }

static void Deferred(PKDPC dpc, PVOID context, PVOID first, PVOID second)
{
    struct extension *own = context;
    KIRQL before;

    KeAcquireSpinLock(&own->lock, &before);
    if (BUG ? own->ready : !own->ready)
        KeAcquireSpinLock(&own->lock, &before);
    KeReleaseSpinLock(&own->lock, before);
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;

    own->ready = 1;
    KeInsertQueueDpc(&own->dpc, 0, 0);
    return finish(irp, STATUS_SUCCESS);
}

static NTSTATUS Add(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical)
{
    PDEVICE_OBJECT device;
    struct extension *own;
    NTSTATUS status = IoCreateDevice(driver, sizeof(struct extension), 0, 0, 0, 0, &device);

    if (status < 0)
        return status;
    own = device->DeviceExtension;
    KeInitializeSpinLock(&own->lock);
    KeInitializeDpc(&own->dpc, Deferred, own);
    return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
    driver->DriverExtension->AddDevice = Add;
    driver->MajorFunction[IRP_MJ_CREATE] = Open;
    driver->MajorFunction[IRP_MJ_CLEANUP] = Open;
    driver->MajorFunction[IRP_MJ_CLOSE] = Open;
    driver->MajorFunction[IRP_MJ_READ] = Read;
    return STATUS_SUCCESS;
}
