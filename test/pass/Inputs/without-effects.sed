# Leaves out the counts of what is done without a hook: effects-are-counted.c is about them.
/load i64.*@__mcmini_effects/,/store.*@__mcmini_effects/d
/store.*@__mcmini_callee/d
/load ptr, .*@__mcmini_callee/d
