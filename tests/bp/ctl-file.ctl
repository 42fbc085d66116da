# Comments and empty lines are no formulas.

EF (x & terminated)
AG (terminated -> x)
EF EG !x
