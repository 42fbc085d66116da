int a;
/* this goes on
int b;
