/* Two keys: freed while nobody knows the device, unregistered afterwards. */
struct input_dev;
struct input_dev *input_allocate_device(void);
int input_register_device(struct input_dev *dev);
void input_unregister_device(struct input_dev *dev);
void input_free_device(struct input_dev *dev);
int set_keys(struct input_dev *dev);

static struct input_dev *keys;

static int probe(void)
{
	keys = input_allocate_device();
	if (!keys || set_keys(keys))
		goto fail;
	if (input_register_device(keys))
		goto fail;
	return 0;
fail:
	input_free_device(keys);
	return -12;
}

int main(void)
{
	if (probe() == 0)
		input_unregister_device(keys);
	return 0;
}
