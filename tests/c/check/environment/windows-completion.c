// A request is passed on with a completion routine, which runs when the driver below has done with it: at once or later. If it
// completes the request by itself, and the dispatch routine does so too, that is once too often, however it comes.
// proved: --property complete_once -D BUG=0
// bug: --property complete_once -D BUG=1
// says: request is completed twice
// bug: --property complete_once -D BUG=2
// says: after its completion
#include "wdm.h"
struct extension { PDEVICE_OBJECT lower; };

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
    irp->IoStatus.Status = status;
    IoCompleteRequest(irp, 0);
    return status;
}

static NTSTATUS Open(PDEVICE_OBJECT device, PIRP irp) { return finish(irp, STATUS_SUCCESS); }

static NTSTATUS Done(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
#if BUG == 1
    IoCompleteRequest(irp, 0);
#endif
    return STATUS_SUCCESS;
}

static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
    struct extension *own = device->DeviceExtension;
    NTSTATUS status;

#if BUG == 2
    IoCompleteRequest(irp, 0);
#endif
    IoCopyCurrentIrpStackLocationToNext(irp);
    IoSetCompletionRoutine(irp, Done, 0, 1, 1, 1);
    status = IofCallDriver(own->lower, irp);
#if BUG == 1
    if (status != STATUS_PENDING)
        IoCompleteRequest(irp, 0);
#endif
    return status;
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
