// Backwards from the goal.
//
// ToExit relates a state of a procedure to how the procedure can end from there, with all calls on the way returned, for all
// states, reachable or not. ToGoal holds the states from which the goal can be reached: the program fails if it may start
// in one of them. Good where few states lead to the goal; compare entry-forward, which explores what can be reached.

mu bool ToExit(State u, State z)
  (Exit(u.pc) & u = z)
| (exists State v. ProgramInt(u, v) & ToExit(v, z))
| (exists State y, end, v. IntoCall(u, y) & ToExit(y, end) & Return(u, end, v) & ToExit(v, z));

mu bool ToGoal(State u)
  Goal(u.pc)
| (exists State v. ProgramInt(u, v) & ToGoal(v))
  // The goal is inside of what is called, …
| (exists State y. IntoCall(u, y) & ToGoal(y))
  // … or behind it.
| (exists State y, end, v. IntoCall(u, y) & ToExit(y, end) & Return(u, end, v) & ToGoal(v));

exists State u. Init(u) & ToGoal(u);
