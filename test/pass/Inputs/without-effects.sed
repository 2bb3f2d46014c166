# Leaves out the counts of what is done without a hook: effects-are-counted.c is about them.
/load ptr, .*@__mcmini_callee/,/^[0-9]*:.*preds = .*, /d
/load i64.*@__mcmini_effects/,/store.*@__mcmini_effects/d
/store.*@__mcmini_callee/d
