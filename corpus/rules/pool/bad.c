/* The tags are swapped on one way out. */
void *ExAllocatePoolWithTag(int type, unsigned long size, unsigned int tag);
void ExFreePoolWithTag(void *block, unsigned int tag);
int Parse(void *text);

enum { NAME = 'eman', DATA = 'atad' };

int main(void)
{
	void *name;

	name = ExAllocatePoolWithTag(1, 64, NAME);
	if (!name)
		return -1;
	if (Parse(name) < 0) {
		ExFreePoolWithTag(name, DATA);
		return -1;
	}
	ExFreePoolWithTag(name, NAME);
	return 0;
}
