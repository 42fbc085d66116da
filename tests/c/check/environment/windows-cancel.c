// A request that waits may be cancelled: its cancel routine completes it. A driver that forgets that it has completed a request
// (the routine is still there) completes it twice only if it also says that it is pending.
// Both are open: what waits lies in the device's memory, and no predicate is found that follows it there.
// unknown: --property complete_once -D BUG=0
// unknown: --property complete_once -D BUG=1
// says: request is completed twice
#include "wdm.h"
struct extension { PDEVICE_OBJECT lower; PIRP waiting; };

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS Open(PDEVICE_OBJECT device, PIRP irp) { return finish(irp, STATUS_SUCCESS); }

static void Cancel(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;

#if !BUG
    own->waiting = 0;
#endif
    finish(irp, STATUS_CANCELLED);
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;
    PIRP before = own->waiting;

    own->waiting = irp;
    IoMarkIrpPending(irp);
    irp->CancelRoutine = Cancel;
    if (before) {
        before->CancelRoutine = 0;
        finish(before, STATUS_SUCCESS);
    }
    return STATUS_PENDING;
}

static NTSTATUS Add(PDRIVER_OBJECT driver, PDEVICE_OBJECT physical)
{
    PDEVICE_OBJECT device;
    NTSTATUS status = IoCreateDevice(driver, sizeof(struct extension), 0, 0, 0, 0, &device);

    if (status < 0)
        return status;
    ((struct extension *)device->DeviceExtension)->lower = physical;
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
