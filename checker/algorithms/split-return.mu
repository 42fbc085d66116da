// Entry-forward, with the return from a call in two halves.
//
// The last clause of entry-forward meets the relation with itself, and both may be large. Getafix (section 4.2 and its
// appendix) has each of them meet something small first: Return is split into what the caller keeps (ReturnA) and what
// the callee leaves (ReturnB), and IntoCall into a form that names the callee by where it ends. Then the halves meet.

mu bool Summary(State u, State v)
  (Init(v) & Remember(u, v))
| (exists State x. Summary(u, x) & ProgramInt(x, v))
| (exists State x, y. Summary(x, y) & IntoCall(y, v) & Remember(u, v))
| (exists PC xpc, zpc, Local yLocal, Global yGlobal.
     // What the caller was, keeps, and passes.
     (exists State x.
        Summary(u, x) & ReturnA(x, zpc, v) & IntoCall1(x, zpc, yLocal, yGlobal) & x.pc = xpc)
     // How the callee began, and what it leaves.
   & (exists State y, z.
        Summary(y, z) & y.local = yLocal & y.global = yGlobal
      & z.pc = zpc & Exit(z.pc) & ReturnB(z, xpc, v)));

exists State u, v. Summary(u, v) & Goal(v.pc);
