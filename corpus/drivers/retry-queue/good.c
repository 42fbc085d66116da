/* Sends a command; busy and timeout are retried, other errors are retried with a reset in between. */
int send_command(void);
void reset_bus(void);
void give_up(void);
enum { BUSY = -1, TIMEOUT = -2 };

static int transact(void)
{
	int tries = 0, status;

	do {
		status = send_command();
		tries++;
		if (status == 0)
			return 0;
		if (status != BUSY && status != TIMEOUT)
			reset_bus();
	} while (tries < 3);
	give_up();
	return status;
}

int main(void)
{
	return transact();
}
