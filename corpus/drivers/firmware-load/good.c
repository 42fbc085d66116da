/* Two images are tried, the newer one first. */
int request_firmware(const char *name);
int write_firmware(void);
void release_firmware(void);
void start_device(void);

static int load(const char *name)
{
	int err = request_firmware(name);

	if (err)
		return err;
	err = write_firmware();
	release_firmware();
	return err;
}

int main(void)
{
	if (load("example-2.bin") && load("example-1.bin"))
		return -2;
	start_device();
	return 0;
}
