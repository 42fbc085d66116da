// Entry-forward, round by round on program counters at which something is new.
//
// Section 4.3 of the Getafix paper. Calls and returns cost more than steps, so that a round takes all steps it can and then one
// call or return; and it works only where the round before found something new. What is taken there is all that is known,
// not only what is new: the decision diagram of a difference may be larger than that of the whole.
//
// That is no least fixed point: Relevant shrinks as Summary grows. The rounds themselves are what is meant: in each of them
// Relevant, Steps and Calls are computed anew for what Summary is then.

enum Age { now, before };

mu bool Summary(Age age, State u, State v)
  (age = now & Init(v) & Remember(u, v))
  // What is known now stays known, and will have been known before.
| Summary(now, u, v)
| (age = now & (Steps(u, v) | Calls(u, v)));

// Where the last round found something new.
mu bool Relevant(PC pc)
  (exists State u, v. Summary(now, u, v) & !Summary(before, u, v) & v.pc = pc);

// Any number of steps inside of a procedure.
mu bool Steps(State u, State v)
  (Summary(now, u, v) & Relevant(v.pc))
| (exists State x. Steps(u, x) & ProgramInt(x, v));

// One call or one return. It is enough that one of the caller and the callee is relevant: they may be found at different times.
mu bool Calls(State u, State v)
  (exists State x, y. Relevant(y.pc) & Summary(now, x, y) & IntoCall(y, v) & Remember(u, v))
| (exists State x, y, z.
     Summary(now, u, x) & IntoCall(x, y) & Summary(now, y, z) & Exit(z.pc) & Return(x, z, v)
   & (Relevant(x.pc) | Relevant(z.pc)));

exists State u, v. Summary(now, u, v) & Goal(v.pc);
