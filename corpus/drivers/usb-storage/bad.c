/* The transport of a USB disk: command, data and status phases with stalls, retries and reset. Broken: a command that was not taken is followed by its data if it is a read. */
int send_cbw(int command, int length);
int transfer_data(int length);
int read_csw(void);
void clear_halt(void);
void reset_device(void);
int nondet_int(void);

enum { STALL = -32, FAILED = -5 };
enum { READ_CAPACITY = 0x25, READ_10 = 0x28, TEST_UNIT_READY = 0 };

struct disk {
	int ready;
	int blocks;
	int resets;
};

static int status_phase(void)
{
	int status = read_csw();

	if (status == STALL) {
		clear_halt();
		return FAILED;
	}
	return status;
}

static int data_phase(int length)
{
	int status;

	if (length == 0)
		return 0;
	status = transfer_data(length);
	if (status == STALL) {
		clear_halt();
		return 0;
	}
	return status;
}

static int transport(struct disk *disk, int command, int length)
{
	int status = send_cbw(command, length);

	if (status != 0 && length == 0)
		goto reset;
	status = data_phase(length);
	if (status < 0)
		goto reset;
	status = status_phase();
	if (status == 0)
		return 0;
	if (status > 0)
		return status;
reset:
	reset_device();
	disk->resets++;
	disk->ready = 0;
	return FAILED;
}

static int make_ready(struct disk *disk)
{
	int tries;

	for (tries = 0; tries < 2 && !disk->ready; tries++)
		if (transport(disk, TEST_UNIT_READY, 0) == 0)
			disk->ready = 1;
	return disk->ready ? 0 : FAILED;
}

static int read_block(struct disk *disk, int block)
{
	if (make_ready(disk))
		return FAILED;
	if (block >= disk->blocks)
		return -22;
	return transport(disk, READ_10, 512);
}

static int attach(struct disk *disk)
{
	if (make_ready(disk))
		return FAILED;
	if (transport(disk, READ_CAPACITY, 8))
		return FAILED;
	disk->blocks = 2;
	return 0;
}

int main(void)
{
	struct disk disk = { 0, 0, 0 };

	if (attach(&disk) == 0)
		read_block(&disk, nondet_int());
	return 0;
}
