extern int shared;
int table[] = {1, 2, 3, 5};
int table_len = sizeof table / sizeof *table;
int sum(void) {
    int s = shared;
    for (int i = 0; i < table_len; i++) s += table[i];
    return s;
}
