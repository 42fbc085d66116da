// A clock that is enabled for a device is disabled with it; suspend and resume may turn it off and on.
// proved: --property clk
// bug: --property clk -D TWICE
// bug: --property clk -D MORE
struct clk;
struct clk *devm_clk_get_enabled(void *, const char *);
int clk_enable(struct clk *);
void clk_disable(struct clk *);

int main(void)
{
    struct clk *clk = devm_clk_get_enabled(0, "toy");
    if ((unsigned long)clk > -4096ul)
        return 0;
#ifndef MORE
    clk_disable(clk);
#endif
#ifdef TWICE
    clk_disable(clk);
#endif
    clk_enable(clk);
    return 0;
}
