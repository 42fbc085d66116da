/* A transfer needs the channel, and the bus only if it is long. */
struct semaphore { int count; };
void down(struct semaphore *sem);
int down_interruptible(struct semaphore *sem);
int down_trylock(struct semaphore *sem);
void up(struct semaphore *sem);
int nondet_int(void);

static struct semaphore channel, bus;

static int transfer(int length)
{
	int long_one = length > 1, err = 0;

	if (down_interruptible(&channel))
		return -4;
	if (long_one && down_trylock(&bus)) {
		err = -11;
		long_one = 0;
	}
	if (long_one)
		up(&bus);
	up(&channel);
	return err;
}

int main(void)
{
	while (transfer(nondet_int()) == -11)
		if (nondet_int())
			break;
	return 0;
}
