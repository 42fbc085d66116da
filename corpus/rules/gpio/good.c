/* A reset line by its number, a lamp by its descriptor, which may be missing. */
struct gpio_desc;
int gpio_request(unsigned int gpio, const char *label);
void gpio_free(unsigned int gpio);
struct gpio_desc *gpiod_get_optional(void *dev, const char *name, int flags);
void gpiod_put(struct gpio_desc *desc);
int start(void);

static struct gpio_desc *lamp;

static int probe(unsigned int reset)
{
	int err = gpio_request(reset, "reset");

	if (err)
		return err;
	lamp = gpiod_get_optional(0, "lamp", 0);
	if ((unsigned long)lamp > -4096ul) {
		gpio_free(reset);
		return -2;
	}
	err = start();
	if (err) {
		gpiod_put(lamp);
		gpio_free(reset);
	}
	return err;
}

int main(void)
{
	if (probe(17))
		return 0;
	gpiod_put(lamp);
	gpio_free(17);
	return 0;
}
