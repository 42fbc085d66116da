/* Where the second line belongs to somebody else, the first one stays requested. */
int gpio_request(unsigned int gpio, const char *label);
void gpio_free(unsigned int gpio);

static int probe(unsigned int clock, unsigned int data)
{
	int err = gpio_request(clock, "clock");

	if (err)
		return err;
	return gpio_request(data, "data");
}

int main(void)
{
	if (probe(3, 4))
		return 0;
	gpio_free(4);
	gpio_free(3);
	return 0;
}
