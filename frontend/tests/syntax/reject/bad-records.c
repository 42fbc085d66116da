struct { int a int b; };
struct s { a; 3; };
struct 3 { int a; };
union u { int x : ; };
enum { A, B C };
enum { 3 };
enum e { X = , Y };
struct t { int x; } y
int after;
