// bug: -D WRITES
// proved:
// bug: -D NOT_FOUND
//
// strsep ends the piece by a zero in the string, which lies two pointers away.
char *strsep(char **, const char *);
void reach_error(void);

int main(void)
{
	char text[] = "a,b";
	char *rest = text;
#ifdef NOT_FOUND
	char *piece = strsep(&rest, ";");
	if (piece == text && rest == 0)
		reach_error();
#else
	char *piece = strsep(&rest, ",");
#ifdef WRITES
	if (text[1] != ',')
		reach_error();
#endif
	if (piece != text || rest != text + 2 || text[1] != 0)
		reach_error();
#endif
	return 0;
}
