/* A resource is acquired in a critical region. */
struct resource { int owner; };
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
unsigned char ExAcquireResourceExclusiveLite(struct resource *resource, unsigned char wait);
void ExReleaseResourceLite(struct resource *resource);

static struct resource volume;

static int Mount(unsigned char wait)
{
	KeEnterCriticalRegion();
	if (!ExAcquireResourceExclusiveLite(&volume, wait)) {
		KeLeaveCriticalRegion();
		return -1;
	}
	ExReleaseResourceLite(&volume);
	KeLeaveCriticalRegion();
	return 0;
}

int main(void)
{
	if (Mount(0) < 0)
		Mount(1);
	return 0;
}
