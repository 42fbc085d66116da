// stage: run; models: lp64, ilp32; exit: 5
// A Windows-style driver: completion by status codes, device extensions and a dispatch table.
#include <stdio.h>
typedef long NTSTATUS;
typedef unsigned long ULONG;
typedef unsigned char UCHAR, BOOLEAN;
typedef void *PVOID;
#define NT_SUCCESS(s) ((NTSTATUS)(s) >= 0)
#define STATUS_SUCCESS ((NTSTATUS)0)
#define STATUS_PENDING ((NTSTATUS)0x103)
#define STATUS_INVALID ((NTSTATUS)(int)0xC000000DL)
typedef struct _IRP { UCHAR Major; union { NTSTATUS Status; PVOID Pointer; } Io; struct { ULONG Len; } Par; } IRP, *PIRP;
typedef struct _DEV { PVOID Ext; NTSTATUS (*Major[4])(struct _DEV *, PIRP); } DEV, *PDEV;
typedef struct { BOOLEAN Busy; int Done; } EXT, *PEXT;
static NTSTATUS complete(PIRP Irp, NTSTATUS s) { return Irp->Io.Status = s; }
static NTSTATUS Read(PDEV d, PIRP Irp) {
    PEXT x = (PEXT)d->Ext;
    if (x->Busy) return complete(Irp, STATUS_PENDING);
    x->Busy = (BOOLEAN)(Irp->Par.Len > 10);
    ++x->Done;
    return complete(Irp, Irp->Par.Len ? STATUS_SUCCESS : STATUS_INVALID);
}
static NTSTATUS Close(PDEV d, PIRP Irp) { ((PEXT)d->Ext)->Busy = 0; return complete(Irp, STATUS_SUCCESS); }
int main(void) {
    EXT ext = {0};
    DEV dev = {&ext, {Read, [2] = Close}};
    IRP irps[] = {{0, .Par.Len = 5}, {0}, {0, .Par = {50}}, {0, .Par = {1}}, {2}, {0, .Par = {2}}};
    int ok = 0;
    for (unsigned i = 0; i < sizeof irps / sizeof *irps; i++) {
        NTSTATUS s = dev.Major[irps[i].Major](&dev, &irps[i]);
        printf("%d%c ", (int)s, NT_SUCCESS(s) ? '+' : '-');
        ok += NT_SUCCESS(irps[i].Io.Status);
    }
    printf("%d %d\n", ext.Done, ext.Busy);
    return ok;
}
