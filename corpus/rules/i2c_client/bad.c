/* A camera that does not start leaves the client of its lens on the bus. */
struct i2c_adapter;
struct i2c_client;
struct i2c_client *i2c_new_dummy_device(struct i2c_adapter *adapter, unsigned short address);
void i2c_unregister_device(struct i2c_client *client);
int start(void);

static struct i2c_client *lens;

static int probe(void)
{
	lens = i2c_new_dummy_device(0, 0x18);
	if ((unsigned long)lens > -4096ul)
		return -19;
	return start();
}

int main(void)
{
	if (probe() == 0)
		i2c_unregister_device(lens);
	return 0;
}
