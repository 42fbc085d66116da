/* A folder with a file, which goes with it; that there is no debugfs is no reason to fail. */
struct dentry;
struct dentry *debugfs_create_dir(const char *name, struct dentry *parent);
struct dentry *debugfs_create_file(const char *name, unsigned short mode, struct dentry *parent, void *data, const void *ops);
void debugfs_remove(struct dentry *entry);
int register_driver(void);

static struct dentry *folder;

static int init(void)
{
	int err;

	folder = debugfs_create_dir("card", 0);
	debugfs_create_file("registers", 0444, folder, 0, 0);
	err = register_driver();
	if (err)
		debugfs_remove(folder);
	return err;
}

int main(void)
{
	if (init() == 0)
		debugfs_remove(folder);
	return 0;
}
