/* An interrupted wait is taken for success. */
struct semaphore { int count; };

int down_interruptible(struct semaphore *sem);
void up(struct semaphore *sem);
int send(int command);

static struct semaphore port;

static int command(int number)
{
	int status = 0;

	down_interruptible(&port);
	status = send(number);
	up(&port);
	return status;
}

int main(void)
{
	return command(1);
}
