/* A command interface with one user at a time. */
struct semaphore { int count; };

void down(struct semaphore *sem);
int down_interruptible(struct semaphore *sem);
void up(struct semaphore *sem);
int send(int command);

static struct semaphore port, log;

static int command(int number)
{
	int status;

	if (down_interruptible(&port))
		return -512;
	status = send(number);
	if (status < 0) {
		down(&log);
		up(&log);
	}
	up(&port);
	return status;
}

int main(void)
{
	if (command(1) == 0)
		command(2);
	return 0;
}
