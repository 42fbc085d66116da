// Requests are queued while a disk is there, where nothing may sleep; a disk is closed as
// often as it was opened.
// proved: --property interrupt
// bug: --property interrupt -D SLEEPS
// proved: --property mutex -D CHECKED
// bug: --property mutex -D CHECKED -D STAYS
// proved: --property mutex -D OPENED
// bug: --property mutex -D OPENED -D TWICE
#include "module.h"
struct gendisk;
struct request_queue;
struct block_device { struct gendisk *bd_disk; };
struct bio { struct block_device *bi_bdev; };
struct hd_geometry;
struct attribute_group;
struct lock_class_key;
struct block_device_operations {
    int (*open)(struct block_device *, unsigned int);
    void (*release)(struct gendisk *, unsigned int);
};
struct blk_mq_hw_ctx { struct request_queue *queue; void *driver_data; };
struct request {
    struct request_queue *q;
    struct blk_mq_hw_ctx *mq_hctx;
    unsigned int cmd_flags, __data_len;
    unsigned long __sector;
};
struct blk_mq_queue_data { struct request *rq; };
struct blk_mq_tag_set;
struct blk_mq_ops { unsigned char (*queue_rq)(struct blk_mq_hw_ctx *, const struct blk_mq_queue_data *); };
struct blk_mq_tag_set { const struct blk_mq_ops *ops; unsigned int queue_depth, flags; };
struct request_queue { void *queuedata; struct blk_mq_tag_set *tag_set; };
struct gendisk { const struct block_device_operations *fops; struct request_queue *queue; struct block_device *part0; };
int blk_mq_alloc_tag_set(struct blk_mq_tag_set *);
void blk_mq_free_tag_set(struct blk_mq_tag_set *);
struct gendisk *__blk_mq_alloc_disk(struct blk_mq_tag_set *, void *, struct lock_class_key *);
int device_add_disk(struct device *, struct gendisk *, const struct attribute_group **);
void del_gendisk(struct gendisk *);
void put_disk(struct gendisk *);
void msleep(unsigned int);

static int users, present;
static struct gendisk *disk;
static unsigned char toy_queue(struct blk_mq_hw_ctx *context, const struct blk_mq_queue_data *data)
{
#ifdef CHECKED
    use_lock();
    if (!present)
        violate();
#endif
#ifdef SLEEPS
    msleep(1);
#endif
    return 0;
}
#ifdef OPENED
static int toy_open(struct block_device *device, unsigned int mode)
{
    use_lock();
#ifdef TWICE
    if (users)
        violate();
#endif
    users = 1;
    return 0;
}
static void toy_release(struct gendisk *disk, unsigned int mode)
{
    if (!users)
        violate();
#ifndef TWICE
    users = 0;
#endif
}
static const struct block_device_operations operations = { .open = toy_open, .release = toy_release };
#else
static const struct block_device_operations operations;
#endif
static const struct blk_mq_ops requests = { .queue_rq = toy_queue };
static struct blk_mq_tag_set set = { .ops = &requests, .queue_depth = 4 };

static int toy_probe(struct platform_device *device)
{
    int status = blk_mq_alloc_tag_set(&set);
    if (status)
        return status;
    disk = __blk_mq_alloc_disk(&set, 0, 0);
    if ((unsigned long)disk > -4096ul) {
        blk_mq_free_tag_set(&set);
        return -12;
    }
    present = 1;
    disk->fops = &operations;
    status = device_add_disk(&device->dev, disk, 0);
    if (status) {
        present = 0;
        put_disk(disk);
        blk_mq_free_tag_set(&set);
    }
    return status;
}
static int toy_remove(struct platform_device *device)
{
#ifndef STAYS
    del_gendisk(disk);
    blk_mq_free_tag_set(&set);
#endif
    present = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
