/* Control codes of a disk: geometry, length, and one that is not supported. Broken: a buffer too small for the geometry still gets it. */
void begin_request(int room);
void copy_output(int count, int status);
int nondet_int(void);
enum { GEOMETRY = 24, LENGTH = 8 };

static int control(int code, int room)
{
	int status = 0, count = 0;

	begin_request(room);
	switch (code) {
	case 0:
		if (room < GEOMETRY)
			status = -1;
		count = GEOMETRY;
		break;
	case 1:
		if (room < LENGTH) {
			status = -1;
			break;
		}
		count = LENGTH;
		break;
	default:
		status = -2;
	}
	if (count > 0)
		copy_output(count, status);
	return status;
}

int main(void)
{
	return control(nondet_int(), nondet_int());
}
