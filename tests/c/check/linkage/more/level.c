// A definition that is not weak, of a variable that is zero.
int level;
