/* Ports that belong to somebody else are released. */
struct resource;
extern struct resource *ports;
struct resource *__request_region(struct resource *parent, unsigned long start, unsigned long size, const char *name, int flags);
void __release_region(struct resource *parent, unsigned long start, unsigned long size);
int reset_card(void);

static int probe(void)
{
	int err = -16;

	if (!__request_region(ports, 0x300, 16, "card", 0))
		goto fail;
	err = reset_card();
	if (err)
		goto fail;
	return 0;
fail:
	__release_region(ports, 0x300, 16);
	return err;
}

int main(void)
{
	if (probe() == 0)
		__release_region(ports, 0x300, 16);
	return 0;
}
