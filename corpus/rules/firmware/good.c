/* A second image is tried where the first is missing; what is there is released, and releasing nothing is no mistake. */
struct firmware { unsigned long size; const unsigned char *data; };
int request_firmware(const struct firmware **image, const char *name, void *dev);
void release_firmware(const struct firmware *image);
int write_image(const struct firmware *image);

static int load(void)
{
	const struct firmware *image = 0;
	int err = request_firmware(&image, "card-2.bin", 0);

	if (err)
		err = request_firmware(&image, "card-1.bin", 0);
	if (err == 0)
		err = write_image(image);
	release_firmware(image);
	return err;
}

int main(void)
{
	load();
	return 0;
}
