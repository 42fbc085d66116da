// Walking the endpoints gives back the one before, and a search where it started.
// proved: --property of_node
// bug: --property of_node -D LEFT
// bug: --property of_node -D TWICE
struct device_node;
struct device_node *of_graph_get_next_endpoint(const struct device_node *, struct device_node *);
struct device_node *of_find_node_with_property(struct device_node *, const char *);
void of_node_put(struct device_node *);
static const struct device_node *parent;

int main(void)
{
    struct device_node *one = of_graph_get_next_endpoint(parent, 0), *two, *three;
    if (!one)
        return 0;
    two = of_graph_get_next_endpoint(parent, one);
#ifdef TWICE
    of_node_put(one);
#endif
    three = of_find_node_with_property(two, "toy");
#ifndef LEFT
    of_node_put(three);
#endif
    return 0;
}
