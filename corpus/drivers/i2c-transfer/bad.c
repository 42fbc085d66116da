/* Bit-banged I2C: several messages in one transfer; a missing acknowledge ends it. Broken: without an acknowledge of the address there is no stop. */
void i2c_start(void);
int i2c_send(int byte);
void i2c_stop(void);
void transfer_done(int status);

struct message { int address; int length; };

static int send_message(const struct message *message)
{
	int n;

	i2c_start();
	if (i2c_send(message->address << 1))
		return -6;
	for (n = 0; n < message->length; n++)
		if (i2c_send(n))
			return -5;
	return 0;
}

static int transfer(const struct message *messages, int count)
{
	int n, err = 0;

	for (n = 0; n < count && !err; n++)
		err = send_message(&messages[n]);
	if (count > 0 && err != -6)
		i2c_stop();
	transfer_done(err);
	return err;
}

int main(void)
{
	struct message messages[2] = { { 0x50, 1 }, { 0x51, 2 } };

	return transfer(messages, 2);
}
