int x;
x = 3;
if (x) x = 4;
return 3;
f(x);
3;
int ok;
