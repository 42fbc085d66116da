/* Two blocks with two tags. */
void *ExAllocatePoolWithTag(int type, unsigned long size, unsigned int tag);
void ExFreePoolWithTag(void *block, unsigned int tag);
int Parse(void *text);

enum { NAME = 'eman', DATA = 'atad' };

int main(void)
{
	void *name, *data;
	int status = -1;

	name = ExAllocatePoolWithTag(1, 64, NAME);
	if (!name)
		return -1;
	data = ExAllocatePoolWithTag(1, 512, DATA);
	if (data) {
		status = Parse(data);
		ExFreePoolWithTag(data, DATA);
	}
	ExFreePoolWithTag(name, NAME);
	return status;
}
