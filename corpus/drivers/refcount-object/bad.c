/* Requests hold a reference to their session; the session's owner may go first. Broken: the second request borrows the reference of the owner. */
struct object { int refs; };
void object_init(struct object *object);
void object_get(struct object *object);
void object_put(struct object *object);
void object_use(struct object *object);
int nondet_int(void);

static struct object session;
struct request { struct object *session; };

static void request_init(struct request *request, struct object *object)
{
	object_get(object);
	request->session = object;
}

static void request_done(struct request *request)
{
	object_use(request->session);
	object_put(request->session);
	request->session = 0;
}

int main(void)
{
	struct request first = { 0 }, second = { 0 };
	int both = nondet_int();

	object_init(&session);
	request_init(&first, &session);
	if (both)
		second.session = &session;
	object_put(&session);
	request_done(&first);
	if (both)
		request_done(&second);
	return 0;
}
