/* A table of handles: numbers are given out, used and taken back. Broken: only the range of a handle is checked. */
void hw_open(int handle);
void hw_close(int handle);
int hw_read(int handle);
int nondet_int(void);
enum { HANDLES = 3 };

static unsigned char used[HANDLES];

static int allocate(void)
{
	int n;

	for (n = 0; n < HANDLES; n++)
		if (!used[n]) {
			used[n] = 1;
			hw_open(n);
			return n;
		}
	return -1;
}

static int valid(int handle)
{
	return handle >= 0 && handle < HANDLES;
}

static int read(int handle)
{
	if (!valid(handle))
		return -9;
	return hw_read(handle);
}

static int release(int handle)
{
	if (!valid(handle))
		return -9;
	hw_close(handle);
	used[handle] = 0;
	return 0;
}

int main(void)
{
	int first = allocate(), second = allocate();

	release(nondet_int());
	read(first);
	read(second);
	return 0;
}
