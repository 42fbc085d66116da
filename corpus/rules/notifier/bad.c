/* A module that cannot watch interfaces is not loaded, and is still told when the machine goes down. */
struct notifier_block { int priority; };
int register_reboot_notifier(struct notifier_block *block);
int unregister_reboot_notifier(struct notifier_block *block);
int register_netdevice_notifier(struct notifier_block *block);
int unregister_netdevice_notifier(struct notifier_block *block);

static struct notifier_block reboot, interfaces;

static int init(void)
{
	int err = register_reboot_notifier(&reboot);

	return err ? err : register_netdevice_notifier(&interfaces);
}

int main(void)
{
	if (init())
		return 0;
	unregister_netdevice_notifier(&interfaces);
	unregister_reboot_notifier(&reboot);
	return 0;
}
