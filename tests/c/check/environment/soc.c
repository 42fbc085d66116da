// A component is probed, its power goes up and down step by step, and its interface starts and stops where nothing may sleep.
// proved: --property mutex
// bug: --property mutex -D STEP
// bug: --property interrupt -D SLEEPS
#include "module.h"
struct snd_soc_component;
struct snd_soc_card { int any; };
struct snd_soc_component_driver {
    int (*probe)(struct snd_soc_component *);
    void (*remove)(struct snd_soc_component *);
    int (*set_bias_level)(struct snd_soc_component *, int);
};
struct snd_soc_component { struct device *dev; struct snd_soc_card *card; const struct snd_soc_component_driver *driver; };
struct snd_soc_dai { struct device *dev; struct snd_soc_component *component; };
struct snd_pcm_runtime { unsigned int rate; };
struct snd_pcm_substream { struct snd_pcm_runtime *runtime; };
struct snd_pcm_hw_params { int any; };
struct snd_soc_dai_ops {
    int (*hw_params)(struct snd_pcm_substream *, struct snd_pcm_hw_params *, struct snd_soc_dai *);
    int (*trigger)(struct snd_pcm_substream *, int, struct snd_soc_dai *);
};
struct snd_soc_dai_driver { const char *name; const struct snd_soc_dai_ops *ops; };
int devm_snd_soc_register_component(struct device *, const struct snd_soc_component_driver *, struct snd_soc_dai_driver *, int);
void msleep(unsigned int);

static int there, level, set;
static int toy_component_probe(struct snd_soc_component *component)
{
    if (there)
        violate();
    there = 1;
    level = 0;
    return 0;
}
static void toy_component_remove(struct snd_soc_component *component)
{
    if (!there)
        violate();
    there = 0;
    set = 0;
}
static int toy_level(struct snd_soc_component *component, int next)
{
    use_lock();
    if (!there)
        violate();
#ifdef STEP
    if (next == 2 && level == 1)
        violate();
#endif
    level = next;
    return 0;
}
static int toy_params(struct snd_pcm_substream *stream, struct snd_pcm_hw_params *params, struct snd_soc_dai *dai)
{
    set = 1;
    return 0;
}
static int toy_trigger(struct snd_pcm_substream *stream, int command, struct snd_soc_dai *dai)
{
    if (!set || !there)
        violate();
#ifdef SLEEPS
    msleep(1);
#endif
    return 0;
}
static const struct snd_soc_component_driver component = {
    .probe = toy_component_probe, .remove = toy_component_remove, .set_bias_level = toy_level,
};
static const struct snd_soc_dai_ops operations = { .hw_params = toy_params, .trigger = toy_trigger };
static struct snd_soc_dai_driver interface = { "toy", &operations };
static int toy_probe(struct platform_device *device)
{
    return devm_snd_soc_register_component(&device->dev, &component, &interface, 1);
}
static struct platform_driver driver = { .probe = toy_probe };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
