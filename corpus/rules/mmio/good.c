/* Registers of the core, which return an error if they cannot be mapped, and of the lamp, which return null. */
unsigned int readl(const volatile void *address);
void writel(unsigned int value, volatile void *address);
void *devm_platform_ioremap_resource(void *device, unsigned int index);
void *devm_ioremap(void *device, unsigned long offset, unsigned long size);

static char *core, *lamp;

static int probe(void)
{
	core = devm_platform_ioremap_resource(0, 0);
	if ((unsigned long)core > -4096ul)
		return -12;
	lamp = devm_ioremap(0, 0xd0000, 16);
	if (lamp)
		writel(1, lamp + 4);
	return readl(core + 8) ? 0 : -19;
}

int main(void)
{
	probe();
	return 0;
}
