// A device gets no request after it was removed, and none before it was opened, but any number of them in between.
// The proof is open: no predicate is found that follows the state through the device's memory.
// unknown: --property ke_spin_lock -D BUG=0
// bug: --property ke_spin_lock -D BUG=1
// bug: --property ke_spin_lock -D BUG=2
#include "wdm.h"
struct extension { PDEVICE_OBJECT lower; KSPIN_LOCK lock; int state; int count; };

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS Open(PDEVICE_OBJECT device, PIRP irp) { return finish(irp, STATUS_SUCCESS); }

static void violate(struct extension *own)
{
    KIRQL before;

    KeAcquireSpinLock(&own->lock, &before);
    KeAcquireSpinLock(&own->lock, &before);
}

static NTSTATUS Create(PDEVICE_OBJECT device, PIRP irp)
{
    ((struct extension *)device->DeviceExtension)->state = 1;
    return finish(irp, STATUS_SUCCESS);
}

static NTSTATUS Close(PDEVICE_OBJECT device, PIRP irp)
{
    ((struct extension *)device->DeviceExtension)->state = 2;
    return finish(irp, STATUS_SUCCESS);
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;

    own->count++;
    if (own->state != 1 || (BUG == 1 && own->count == 2))
        violate(own);
    return finish(irp, STATUS_SUCCESS);
}

static NTSTATUS Pnp(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;

    if (BUG == 2 && own->state == 2 && IoGetCurrentIrpStackLocation(irp)->MinorFunction == IRP_MN_REMOVE_DEVICE)
        violate(own);
    if (IoGetCurrentIrpStackLocation(irp)->MinorFunction == IRP_MN_REMOVE_DEVICE)
        own->state = 3;
    return finish(irp, STATUS_SUCCESS);
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
    driver->MajorFunction[IRP_MJ_CREATE] = Create;
    driver->MajorFunction[IRP_MJ_CLEANUP] = Open;
    driver->MajorFunction[IRP_MJ_CLOSE] = Close;
    driver->MajorFunction[IRP_MJ_READ] = Read;
    driver->MajorFunction[IRP_MJ_PNP] = Pnp;
    return STATUS_SUCCESS;
}
