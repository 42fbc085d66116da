/* Command tags as bits of a word. Broken: completion clears all lower tags as well. */
void issue_command(int tag);
void complete_command(int tag);
int nondet_int(void);
enum { TAGS = 3 };

static unsigned busy;

static int get_tag(void)
{
	int tag;

	for (tag = 0; tag < TAGS; tag++)
		if (!(busy & (1u << tag))) {
			busy |= 1u << tag;
			return tag;
		}
	return -1;
}

static int queue_command(void)
{
	int tag = get_tag();

	if (tag < 0)
		return -16;
	issue_command(tag);
	return tag;
}

static void interrupt(unsigned done)
{
	int tag;

	done &= busy;
	for (tag = 0; tag < TAGS; tag++)
		if (done & (1u << tag)) {
			complete_command(tag);
			busy &= ~((2u << tag) - 1);
		}
}

int main(void)
{
	queue_command();
	queue_command();
	interrupt((unsigned)nondet_int());
	queue_command();
	queue_command();
	interrupt(7);
	return 0;
}
