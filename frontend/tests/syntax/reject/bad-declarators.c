int = 3;
int a[3;
int *;
int (*f)(int;
int g(int x y);
int h(int,,int);
int i j;
int [3] k;
int l, ;
