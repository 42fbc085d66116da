/* Registers and memory of a device, mapped one after the other. */
void *ioremap(unsigned long address, unsigned long size);
void iounmap(void *mapping);
void ldv_check_final_state(void);

static void *registers, *memory;

static int map(void)
{
	registers = ioremap(0x1000, 16);
	if (!registers)
		return -12;
	memory = ioremap(0x8000, 4096);
	if (!memory) {
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
	ldv_check_final_state();
	return 0;
}
