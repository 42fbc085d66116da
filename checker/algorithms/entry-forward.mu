// Summaries from the entries that executions get to.
//
// The entry-forward algorithm of the Getafix paper (section 4.2), and what most checkers of boolean programs do (Bebop). A pair
// (u, v) says: some execution begins a procedure in u, and v is where it can be now in that procedure. Only states that
// are reachable ever get into the relation, because a procedure begins only where a call of a reachable state leads. How it
// began is asked for when it returns: of procedures that nothing calls, such as main, nothing is remembered.

mu bool Summary(State u, State v)
  // The program begins.
  (Init(v) & Remember(u, v))
  // One step inside of a procedure.
| (exists State x. Summary(u, x) & ProgramInt(x, v))
  // A call at y begins a procedure in v. Where the caller began does not matter.
| (exists State x, y. Summary(x, y) & IntoCall(y, v) & Remember(u, v))
  // A call at x, whose callee begins at y and ends at z, goes on at v.
| (exists State x, y, z.
     Summary(u, x) & IntoCall(x, y) & Summary(y, z) & Exit(z.pc) & Return(x, z, v));

exists State u, v. Summary(u, v) & Goal(v.pc);
