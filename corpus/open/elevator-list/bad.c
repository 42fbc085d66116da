/* A list of requests sorted by sector, served from the front. Broken: a request that is alone stays in the queue. */
struct request { int sector; struct request *next; };
void start_request(struct request *request);
void end_request(struct request *request);
int nondet_int(void);

static struct request *queue;

static void add(struct request *request)
{
	struct request **at = &queue;

	while (*at && (*at)->sector < request->sector)
		at = &(*at)->next;
	request->next = *at;
	*at = request;
}

static void serve(void)
{
	while (queue) {
		struct request *request = queue;

		if (request->next)
			queue = request->next;
		start_request(request);
		end_request(request);
		if (!request->next)
			break;
	}
}

int main(void)
{
	struct request a = { 5, 0 }, b = { 3, 0 }, c = { 7, 0 };

	b.sector = nondet_int();
	add(&a);
	add(&b);
	serve();
	if (nondet_int())
		add(&c);
	serve();
	return 0;
}
