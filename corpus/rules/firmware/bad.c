/* An image that the card refuses is not released. */
struct firmware { unsigned long size; const unsigned char *data; };
int request_firmware(const struct firmware **image, const char *name, void *dev);
void release_firmware(const struct firmware *image);
int write_image(const struct firmware *image);

static int load(void)
{
	const struct firmware *image = 0;
	int err = request_firmware(&image, "card.bin", 0);

	if (err)
		return err;
	if (write_image(image))
		return -5;
	release_firmware(image);
	return 0;
}

int main(void)
{
	load();
	return 0;
}
