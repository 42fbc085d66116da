/* A control device and one for data: both, or none. */
struct miscdevice { int minor; };
int misc_register(struct miscdevice *device);
void misc_deregister(struct miscdevice *device);

static struct miscdevice devices[2];

int main(void)
{
	int n;

	for (n = 0; n < 2; n++)
		if (misc_register(&devices[n]))
			break;
	while (n > 0)
		misc_deregister(&devices[--n]);
	return 0;
}
