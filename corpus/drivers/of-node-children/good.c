/* Looks among the children of a node for one that is enabled. */
struct device_node { int enabled; };
struct device_node *of_find_node_by_path(const char *path);
struct device_node *of_get_next_child(struct device_node *parent, struct device_node *child);
void of_node_put(struct device_node *node);
int is_available(struct device_node *node);
void ldv_check_final_state(void);

static int count_ports(void)
{
	struct device_node *parent = of_find_node_by_path("/soc/ports");
	struct device_node *child = 0;
	int ports = 0;

	if (!parent)
		return -19;
	while (ports < 2) {
		child = of_get_next_child(parent, child);
		if (!child)
			break;
		if (!is_available(child)) {
			ports = -1;
			break;
		}
		ports++;
	}
	if (child)
		of_node_put(child);
	of_node_put(parent);
	return ports;
}

int main(void)
{
	count_ports();
	ldv_check_final_state();
	return 0;
}
