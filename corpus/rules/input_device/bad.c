/* A device that was unregistered is freed once more by the common way out. */
struct input_dev;
struct input_dev *input_allocate_device(void);
int input_register_device(struct input_dev *dev);
void input_unregister_device(struct input_dev *dev);
void input_free_device(struct input_dev *dev);
int start_scanning(void);

static struct input_dev *keys;

static int probe(void)
{
	keys = input_allocate_device();
	if (!keys)
		return -12;
	if (input_register_device(keys))
		goto fail;
	if (start_scanning()) {
		input_unregister_device(keys);
		goto fail;
	}
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
