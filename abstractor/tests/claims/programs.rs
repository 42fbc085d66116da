//! Small programs whose own conditions prove that they never call `reach_error`.

/// A branch that does nothing makes a condition known.
pub(crate) const PROGRAMS: [&str; 20] = [
    // A loop.
    "int main(void) { int i = 0, s = 7;
       while (i < 10) { i = i + 1; s = i + 7; if (i < 11) ; }
       if (s != i + 7) reach_error(); if (i != 10) ; return 0; }",
    // A lock.
    "int locked; void lock(void) { if (locked) reach_error(); locked = 1; }
     void unlock(void) { if (!locked) reach_error(); locked = 0; }
     int main(void) { int n = some(); while (n > 0) { lock(); n = some(); if (n == 3) { unlock(); continue; } unlock(); }
       return 0; }",
    // Counting along with a lock, as in the papers.
    "int locked; int main(void) { int old, new = 0;
       do { locked = 1; old = new; if (some()) { locked = 0; new = new + 1; } if (old == new) ; if (locked == 1) ; } while (new != old);
       if (locked != 1) reach_error(); return 0; }",
    // A result and an argument.
    "int sign(int x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }
     int main(void) { int n = some(); int s = sign(n);
       if (n > 0) { if (s <= 0) reach_error(); } return 0; }",
    // Recursion.
    "int depth; void down(int n) { if (n > 0) { depth = 1; down(n - 1); } if (n > 0) { if (depth != 1) reach_error(); } }
     int main(void) { int n = some(); if (n > 9) n = 9; down(n); return 0; }",
    // Recursion with a variable of each call.
    "int top; void down(int n) { int mine = 0; if (n > 0) { mine = 1; down(n - 1); if (mine == 1) ; if (mine == 0) reach_error(); } top = n; if (top == n) ; }
     int main(void) { int n = some(); if (n > 9) n = 9; down(n); return 0; }",
    // Two functions that call each other.
    "int turn; void b(int n); void a(int n) { if (turn != 0) reach_error(); turn = 1; if (n > 0) b(n - 1); turn = 0; }
     void b(int n) { if (turn != 1) reach_error(); turn = 0; if (n > 0) a(n - 1); turn = 1; }
     int main(void) { int n = some(); if (n > 9) n = 9; a(n); if (turn != 0) reach_error(); return 0; }",
    // A pointer to a variable of the caller.
    "void set(int *p, int v) { if (v == 7) ; *p = v; if (*p == 7) ; }
     int main(void) { int x = 0, y = 1; set(&x, 7); if (x != 7) reach_error(); if (some()) set(&y, 3); if (y == 1) ; if (x != 7) reach_error(); return 0; }",
    // The same in a recursive function.
    "void fill(int *p, int n) { int x = 0; if (n > 0) { fill(&x, n - 1); if (x != 7) reach_error(); } *p = 7; if (*p == 7) ; }
     int main(void) { int y = 1, n = some(); if (n > 9) n = 9; fill(&y, n); if (y != 7) reach_error(); return 0; }",
    // Structures on the heap and states.
    "void *malloc(unsigned long); struct d { int state; int open; };
     int main(void) { struct d *p = malloc(sizeof *p); p->state = 0; p->open = 0;
       while (some()) { if (p->state == 0) { p->state = 1; p->open = 1; } else { if (p->open != 1) reach_error(); p->state = 0; p->open = 0; } }
       return 0; }",
    // A table of functions.
    "int up; void on(void) { up = 1; } void off(void) { up = 0; } void (*const ops[2])(void) = { off, on };
     int main(void) { int k = some() & 1; ops[k](); if (k == 1) ; if (up == 1) ; if (up != 0 && up != 1) reach_error(); return 0; }",
    // A state machine over an array of flags.
    "int seen[3]; int main(void) { int n = 0; while (some() && n < 3) { if (n == 0) seen[0] = 1; n = n + 1; if (n > 0) ; if (seen[0] == 1) ; if (n == 0) ; }
       if (n > 0 && seen[0] != 1) reach_error(); return 0; }",
    // A function that does not return, and one that ends the program.
    "void abort(void); int ok; void need(int c) { if (!c) abort(); } void stop(void) { for (;;) ok = 0; }
     int main(void) { int n = some(); need(n > 3); if (n <= 3) reach_error(); ok = 1; if (n == 4) { stop(); reach_error(); } if (ok != 1) reach_error(); return 0; }",
    // The first function is called again.
    "int g; int main(void) { if (g < 0) reach_error(); if (g < 5) { g = g + 1; main(); if (g < 5) reach_error(); } return 0; }",
    // Structures that are copied.
    "struct s { int a, b; }; struct s kept;
     int main(void) { struct s s; s.a = some(); s.b = 1; if (s.b == 1) ; kept = s; if (kept.b != 1) reach_error();
       if (kept.a == 4) kept.b = 0; if (kept.b != 1 && kept.a != 4) reach_error(); return 0; }",
    // Unsigned arithmetic that wraps.
    "int main(void) { unsigned char c = some(); int low = 0; if (c < 16) low = 1; c = c & 15; if (c > 15) reach_error(); if (low == 1) ; if (low > 1) reach_error(); return c; }",
    // A global pointer to one of two.
    "int a, b; int *p; int main(void) { p = &a; if (some()) p = &b; *p = 1; if (p == &a) ; if (p == &b) ; if (a == 1) ; if (b == 1) ; if (p == &a && a != 1) reach_error(); if (p == &b && b != 1) reach_error(); return 0; }",
    // A static variable of a function, and a result that depends on it.
    "int next(void) { static int n; if (n < 0) n = 0; if (n > 3) n = 0; n = n + 1; if (n > 0) ; return n; }
     int main(void) { int i = 0; while (i < 6) { int v = next(); if (v > 0) ; if (v <= 0) reach_error(); i = i + 1; } return 0; }",
    // A swap through pointers, and which of two is larger.
    "void order(int *x, int *y) { int s, t; s = *x; t = *y; if (s > t) { *x = t; *y = s; } if (*x > *y) ; }
     int main(void) { int u = some(), v = some(); order(&u, &v); if (u > v) reach_error(); return 0; }",
    // Depths that are counted up and down.
    "int busy; void enter(void) { busy = busy + 1; if (busy > 0) ; } void leave(void) { busy = busy - 1; }
     int main(void) { busy = 0; if (busy == 0) ; if (busy == 1) ; enter(); if (busy != 1) reach_error(); leave(); if (busy != 0) reach_error(); return 0; }",
];
