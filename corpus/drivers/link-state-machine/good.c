/* Negotiation of a link: down, negotiating, up; a timeout starts again. */
void phy_link_up(void);
void phy_link_down(void);
void send_frame(void);
int nondet_int(void);

enum { DOWN, NEGOTIATING, UP };
enum { CABLE_IN, CABLE_OUT, AGREED, TIMEOUT, TRANSMIT };

static int link = DOWN;

static void go_down(void)
{
	if (link == UP)
		phy_link_down();
	link = DOWN;
}

static void event(int what)
{
	switch (link) {
	case DOWN:
		if (what == CABLE_IN)
			link = NEGOTIATING;
		break;
	case NEGOTIATING:
		if (what == AGREED) {
			phy_link_up();
			link = UP;
		} else if (what == CABLE_OUT) {
			link = DOWN;
		}
		break;
	case UP:
		if (what == CABLE_OUT || what == TIMEOUT)
			go_down();
		else if (what == TRANSMIT)
			send_frame();
		break;
	}
}

int main(void)
{
	int n;

	event(CABLE_IN);
	for (n = 0; n < 4; n++)
		event(AGREED + nondet_int());
	return 0;
}
