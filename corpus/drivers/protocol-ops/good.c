/* Sockets of two protocols behind one interface of function pointers. */
int tcp_connect(void);
int tcp_send(int byte);
void tcp_close(void);
int udp_connect(void);
int udp_send(int byte);
void udp_close(void);
int nondet_int(void);

struct protocol {
	int (*connect)(void);
	int (*send)(int byte);
	void (*close)(void);
};

static const struct protocol protocols[2] = {
	{ tcp_connect, tcp_send, tcp_close },
	{ udp_connect, udp_send, udp_close },
};

static int talk(int kind)
{
	const struct protocol *p;
	int n;

	if (kind < 0 || kind > 1)
		return -93;
	p = &protocols[kind];
	if (p->connect() != 0)
		return -111;
	for (n = 0; n < 2; n++)
		if (p->send(n) < 0)
			break;
	p->close();
	return 0;
}

int main(void)
{
	talk(nondet_int());
	talk(1);
	return 0;
}
