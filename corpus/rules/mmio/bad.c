/* The result is compared with null, which devm_platform_ioremap_resource never returns. */
unsigned int readl(const volatile void *address);
void *devm_platform_ioremap_resource(void *device, unsigned int index);

static char *core;

static int probe(void)
{
	core = devm_platform_ioremap_resource(0, 0);
	if (!core)
		return -12;
	return readl(core) ? 0 : -19;
}

int main(void)
{
	probe();
	return 0;
}
