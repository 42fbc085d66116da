/* Both are unmapped after a failure, whatever was mapped. */
void *ioremap(unsigned long address, unsigned long size);
void iounmap(void *mapping);

static void *registers, *memory;

static int map(void)
{
	registers = ioremap(0x1000, 16);
	memory = ioremap(0x8000, 4096);
	if (!registers || !memory) {
		iounmap(memory);
		iounmap(registers);
		return -12;
	}
	return 0;
}

int main(void)
{
	if (map() == 0) {
		iounmap(memory);
		iounmap(registers);
	}
	return 0;
}
