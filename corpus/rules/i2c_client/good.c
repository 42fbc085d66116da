/* A camera with a second address; its adapter is used as long as the client is there. */
struct i2c_adapter;
struct i2c_client;
struct i2c_adapter *i2c_get_adapter(int number);
void i2c_put_adapter(struct i2c_adapter *adapter);
struct i2c_client *i2c_new_dummy_device(struct i2c_adapter *adapter, unsigned short address);
void i2c_unregister_device(struct i2c_client *client);
int start(void);

static struct i2c_adapter *adapter;
static struct i2c_client *lens;

static int probe(void)
{
	adapter = i2c_get_adapter(1);
	if (!adapter)
		return -19;
	lens = i2c_new_dummy_device(adapter, 0x18);
	/* Unregistering an error does nothing. */
	if ((unsigned long)lens > -4096ul || start()) {
		i2c_unregister_device(lens);
		i2c_put_adapter(adapter);
		return -19;
	}
	return 0;
}

int main(void)
{
	if (probe())
		return 0;
	i2c_unregister_device(lens);
	i2c_put_adapter(adapter);
	return 0;
}
