/* Powers up a device after its parent, recursively. */
struct device { struct device *parent; int powered; };
void irq_save(void);
void irq_restore(void);
void wait_for_event(void);
int nondet_int(void);

static void power_up(struct device *device)
{
	if (!device)
		return;
	irq_save();
	if (device->powered) {
		irq_restore();
		return;
	}
	power_up(device->parent);
	device->powered = 1;
	irq_restore();
}

int main(void)
{
	struct device bus = { 0, 0 }, hub = { &bus, 0 }, port = { &hub, 0 };

	bus.powered = nondet_int();
	power_up(&port);
	wait_for_event();
	power_up(&hub);
	return 0;
}
