// A stream is opened, set up, prepared and started in this order, and a card is freed when nobody uses it any more. With PERIOD,
// the end of a period is told with the lock that stopping takes;
// with CONTROL, a control is expected to be set to small values.
// proved: --property spinlock
// bug: --property spinlock -D PERIOD
// bug: --property mutex -D CONTROL
// proved: --property mutex
#include "module.h"
typedef struct raw_spinlock { int raw; } raw_spinlock_t;
void _raw_spin_lock(raw_spinlock_t *);
void _raw_spin_unlock(raw_spinlock_t *);
struct snd_card {
    struct module *module;
    void *private_data;
    void (*private_free)(struct snd_card *);
    struct device *dev;
    _Bool releasing, registered, managed;
};
struct snd_pcm_substream;
struct snd_pcm_str { struct snd_pcm_substream *substream; unsigned int substream_count; };
struct snd_pcm { struct snd_card *card; struct snd_pcm_str streams[2]; void *private_data; void (*private_free)(struct snd_pcm *); _Bool nonatomic; };
struct snd_pcm_runtime {
    void *private_data;
    void (*private_free)(struct snd_pcm_runtime *);
    unsigned int rate, channels, periods;
    unsigned long period_size, buffer_size;
    int format;
};
struct snd_pcm_hw_params { int any; };
struct snd_pcm_ops {
    int (*open)(struct snd_pcm_substream *);
    int (*close)(struct snd_pcm_substream *);
    int (*prepare)(struct snd_pcm_substream *);
    int (*trigger)(struct snd_pcm_substream *, int);
    unsigned long (*pointer)(struct snd_pcm_substream *);
};
struct snd_pcm_substream {
    struct snd_pcm *pcm;
    void *private_data;
    int stream;
    const struct snd_pcm_ops *ops;
    struct snd_pcm_runtime *runtime;
};
struct snd_ctl_elem_id { unsigned int numid, device, subdevice, index; };
struct snd_ctl_elem_info { struct snd_ctl_elem_id id; };
struct snd_ctl_elem_value { struct snd_ctl_elem_id id; int value; };
struct snd_kcontrol_volatile { unsigned int access; };
struct snd_kcontrol {
    struct snd_ctl_elem_id id;
    unsigned int count;
    int (*info)(struct snd_kcontrol *, struct snd_ctl_elem_info *);
    int (*get)(struct snd_kcontrol *, struct snd_ctl_elem_value *);
    int (*put)(struct snd_kcontrol *, struct snd_ctl_elem_value *);
    unsigned long private_value;
    void *private_data;
    void (*private_free)(struct snd_kcontrol *);
    struct snd_kcontrol_volatile vd[];
};
struct snd_kcontrol_new {
    unsigned int device, subdevice, index, access, count;
    int (*info)(struct snd_kcontrol *, struct snd_ctl_elem_info *);
    int (*get)(struct snd_kcontrol *, struct snd_ctl_elem_value *);
    int (*put)(struct snd_kcontrol *, struct snd_ctl_elem_value *);
    unsigned long private_value;
};
int snd_card_new(struct device *, int, const char *, struct module *, int, struct snd_card **);
int snd_card_register(struct snd_card *);
int snd_card_free(struct snd_card *);
int snd_pcm_new(struct snd_card *, const char *, int, int, int, struct snd_pcm **);
void snd_pcm_set_ops(struct snd_pcm *, int, const struct snd_pcm_ops *);
void snd_pcm_period_elapsed(struct snd_pcm_substream *);
struct snd_kcontrol *snd_ctl_new1(const struct snd_kcontrol_new *, void *);
int snd_ctl_add(struct snd_card *, struct snd_kcontrol *);

static raw_spinlock_t guard;
static int opened, runs, volume;
static struct snd_pcm_substream *playing;
static void stick(void)
{
    _raw_spin_lock(&guard);
    _raw_spin_lock(&guard);
}
static int toy_open(struct snd_pcm_substream *stream)
{
    opened = 1;
    playing = stream;
    return 0;
}
static int toy_prepare(struct snd_pcm_substream *stream)
{
    if (!opened || runs)
        stick();
    return 0;
}
static int toy_trigger(struct snd_pcm_substream *stream, int command)
{
    _raw_spin_lock(&guard);
    runs = command != 0 && command != 5;
    _raw_spin_unlock(&guard);
    return 0;
}
static unsigned long toy_pointer(struct snd_pcm_substream *stream) { return 0; }
static int toy_close(struct snd_pcm_substream *stream)
{
    if (runs)
        stick();
    opened = 0;
    playing = 0;
    return 0;
}
static const struct snd_pcm_ops playback = {
    .open = toy_open, .close = toy_close, .prepare = toy_prepare, .trigger = toy_trigger, .pointer = toy_pointer,
};
static irqreturn_t toy_interrupt(int irq, void *data)
{
    _raw_spin_lock(&guard);
    if (playing) {
#ifndef PERIOD
        _raw_spin_unlock(&guard);
#endif
        snd_pcm_period_elapsed(playing);
#ifndef PERIOD
        _raw_spin_lock(&guard);
#endif
    }
    _raw_spin_unlock(&guard);
    return 1;
}
static int toy_put(struct snd_kcontrol *control, struct snd_ctl_elem_value *value)
{
    use_lock();
#ifdef CONTROL
    if (value->value > 100)
        violate();
#endif
    volume = value->value;
    return control->private_value != 3 || value->id.index != 0 ? -22 : 1;
}
static const struct snd_kcontrol_new control = { .put = toy_put, .private_value = 3 };

static struct snd_card *card;
static int toy_init(void)
{
    struct snd_pcm *pcm;
    int status = snd_card_new(0, 0, "toy", 0, 8, &card);
    if (status < 0)
        return status;
    status = snd_pcm_new(card, "toy", 0, 1, 0, &pcm);
    if (status < 0)
        goto no_card;
    pcm->private_data = 0;
    snd_pcm_set_ops(pcm, 0, &playback);
    status = snd_ctl_add(card, snd_ctl_new1(&control, 0));
    if (status < 0)
        goto no_card;
    status = request_threaded_irq(7, toy_interrupt, 0, 0, "toy", &guard);
    if (status)
        goto no_card;
    status = snd_card_register(card);
    if (status < 0)
        goto no_interrupt;
    return 0;
no_interrupt:
    free_irq(7, &guard);
no_card:
    snd_card_free(card);
    return status;
}
static void toy_exit(void)
{
    free_irq(7, &guard);
    snd_card_free(card);
}
module_init(toy_init);
module_exit(toy_exit);
