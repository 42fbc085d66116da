char a = '';
char b = 'x;
char *c = "open;
char d = '\xg';
char e = '\u12';
int *f = L"a" u"b";
int ok;
