/* Looks for a regulator in the device tree and gives both nodes back. */
struct device_node { int phandle; };
struct device_node *of_find_node_by_name(struct device_node *from, const char *name);
struct device_node *of_parse_phandle(struct device_node *node, const char *name, int index);
void of_node_put(struct device_node *node);
void ldv_check_final_state(void);

static int supply(void)
{
	struct device_node *node, *regulator;
	int found = 0;

	node = of_find_node_by_name(0, "camera");
	if (!node)
		return 0;
	regulator = of_parse_phandle(node, "vdd-supply", 0);
	if (!regulator)
		goto put;
	found = 1;
	of_node_put(regulator);
put:
	of_node_put(node);
	return found;
}

int main(void)
{
	supply();
	ldv_check_final_state();
	return 0;
}
