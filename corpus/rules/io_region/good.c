/* Ports and memory of a card. */
struct resource;
extern struct resource *ports, *memory;
struct resource *__request_region(struct resource *parent, unsigned long start, unsigned long size, const char *name, int flags);
void __release_region(struct resource *parent, unsigned long start, unsigned long size);
int reset_card(void);

static int probe(void)
{
	if (!__request_region(ports, 0x300, 16, "card", 0))
		return -16;
	if (!__request_region(memory, 0xd0000, 4096, "card", 0))
		goto release_ports;
	if (reset_card())
		goto release_memory;
	return 0;
release_memory:
	__release_region(memory, 0xd0000, 4096);
release_ports:
	__release_region(ports, 0x300, 16);
	return -16;
}

int main(void)
{
	if (probe())
		return 0;
	__release_region(memory, 0xd0000, 4096);
	__release_region(ports, 0x300, 16);
	return 0;
}
