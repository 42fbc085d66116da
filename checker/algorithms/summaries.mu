// Summaries of all procedures, from all entries, reachable or not.
//
// The simplest algorithm for recursive programs (Sharir and Pnueli 1981; section 4.1 of the Getafix paper). A summary relates a
// state u in which a procedure begins to a state v of the same procedure that can be reached from u, with all calls on the
// way returned. It is worth reading, not running: most of what it finds no execution gets to.

mu bool Summary(State u, State v)
  // Every procedure may begin in every state, and has then come nowhere yet.
  (Entry(u.pc) & u = v)
  // One step inside of the procedure.
| (exists State x. Summary(u, x) & ProgramInt(x, v))
  // A call at x, whose callee begins at y and ends at z, goes on at v.
| (exists State x, y, z.
     Summary(u, x) & IntoCall(x, y) & Summary(y, z) & Exit(z.pc) & Return(x, z, v));

// Not everything that has a summary is reachable: the program has to get to its beginning.
mu bool Reachable(State u)
  Init(u)
| (exists State x, y. Reachable(x) & Summary(x, y) & IntoCall(y, u));

exists State u, v. Reachable(u) & Summary(u, v) & Goal(v.pc);
