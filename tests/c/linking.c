// run: more/helper.c
// run: --model more/helper.c
// run:
// run: more/helper.c --entry start
// run: more/helper.c --entry nowhere
// Several files are one program; a model is a file that defines what is missing.
int helper(int);
int start(void) { return 9; }
int main(void) { return helper(20); }
