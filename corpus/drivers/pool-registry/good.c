/* Reads a value from the registry into a buffer that grows when it is too small. */
void *ExAllocatePoolWithTag(int type, unsigned long size, unsigned int tag);
void ExFreePoolWithTag(void *block, unsigned int tag);
int ZwQueryValueKey(void *buffer, unsigned long size);
enum { TAG = 'geRD', TOO_SMALL = -1 };

static int query(int *value)
{
	unsigned long size = 16;
	void *buffer;
	int status, tries;

	for (tries = 0; tries < 2; tries++) {
		buffer = ExAllocatePoolWithTag(1, size, TAG);
		if (!buffer)
			return -12;
		status = ZwQueryValueKey(buffer, size);
		if (status == 0) {
			*value = 1;
			ExFreePoolWithTag(buffer, TAG);
			return 0;
		}
		ExFreePoolWithTag(buffer, TAG);
		if (status != TOO_SMALL)
			return status;
		size *= 2;
	}
	return TOO_SMALL;
}

int main(void)
{
	int value = 0;

	if (query(&value) == 0)
		return value;
	return -1;
}
