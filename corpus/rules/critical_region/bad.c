/* If the resource is taken, the region is not left. */
struct resource { int owner; };
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
unsigned char ExAcquireResourceExclusiveLite(struct resource *resource, unsigned char wait);
void ExReleaseResourceLite(struct resource *resource);

static struct resource volume;

static int Mount(unsigned char wait)
{
	KeEnterCriticalRegion();
	if (!ExAcquireResourceExclusiveLite(&volume, wait))
		return -1;
	ExReleaseResourceLite(&volume);
	KeLeaveCriticalRegion();
	return 0;
}

int main(void)
{
	return Mount(0);
}
