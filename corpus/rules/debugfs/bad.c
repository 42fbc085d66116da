/* A module that is not loaded leaves its folder behind. */
struct dentry;
struct dentry *debugfs_create_dir(const char *name, struct dentry *parent);
void debugfs_remove(struct dentry *entry);
int register_driver(void);

static struct dentry *folder;

static int init(void)
{
	folder = debugfs_create_dir("card", 0);
	return register_driver();
}

int main(void)
{
	if (init() == 0)
		debugfs_remove(folder);
	return 0;
}
