enum restart;
enum opaque;
struct timer { int n; enum restart (*function)(struct timer *); };
struct owner { struct timer t; enum opaque *o; };
extern enum restart run(struct owner *o);
enum restart { NO_RESTART, RESTART = 5 };
enum restart run(struct owner *o) {
    o->t.n++;
    return o->t.function(&o->t) == RESTART ? NO_RESTART : RESTART;
}
