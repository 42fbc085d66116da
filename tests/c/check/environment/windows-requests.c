// A driver of Windows whose device is added, gets requests and is removed: one of its dispatch routines keeps a lock where
// there is nothing to read. Requests are new ones each time, and come only while there is a device.
// proved: --property ke_spin_lock -D BUG=0
// says: Windows gives the driver one device
// proved: --property complete_once -D BUG=0
// proved: --property irp_forward -D BUG=0
// bug: --property ke_spin_lock -D BUG=1
// says: spin lock is acquired twice
#include "wdm.h"

struct extension { KSPIN_LOCK lock; PDEVICE_OBJECT lower; int count; };

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS Open(PDEVICE_OBJECT device, PIRP irp) { return finish(irp, STATUS_SUCCESS); }

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;
    KIRQL before;

    KeAcquireSpinLock(&own->lock, &before);
    if (IoGetCurrentIrpStackLocation(irp)->Parameters.Read.Length == 0) {
#if !BUG
        KeReleaseSpinLock(&own->lock, before);
#endif
        return finish(irp, STATUS_SUCCESS);
    }
    own->count++;
    KeReleaseSpinLock(&own->lock, before);
    return finish(irp, STATUS_SUCCESS);
}

static NTSTATUS Pnp(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;
    PDEVICE_OBJECT lower = own->lower;
    NTSTATUS status;
    int removed = IoGetCurrentIrpStackLocation(irp)->MinorFunction == IRP_MN_REMOVE_DEVICE;

    IoSkipCurrentIrpStackLocation(irp);
    status = IofCallDriver(lower, irp);
    if (removed) {
        IoDetachDevice(lower);
        IoDeleteDevice(device);
    }
    return status;
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
    own->lower = IoAttachDeviceToDeviceStack(device, physical);
    if (!own->lower) {
        IoDeleteDevice(device);
        return -1;
    }
    return STATUS_SUCCESS;
}

static void Unload(PDRIVER_OBJECT driver) {}

NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
    driver->DriverExtension->AddDevice = Add;
    driver->DriverUnload = Unload;
    driver->MajorFunction[IRP_MJ_CREATE] = Open;
    driver->MajorFunction[IRP_MJ_CLOSE] = Open;
    driver->MajorFunction[IRP_MJ_CLEANUP] = Open;
    driver->MajorFunction[IRP_MJ_READ] = Read;
    driver->MajorFunction[IRP_MJ_PNP] = Pnp;
    return STATUS_SUCCESS;
}
