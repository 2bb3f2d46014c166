//===- pass/StackVariables.h - The lifetime of a function's variables ------------------===//
#ifndef MCMINI_PASS_STACK_VARIABLES_H
#define MCMINI_PASS_STACK_VARIABLES_H

#include "Site.h"

namespace mcmini {

/// Gives atomic variables of the function a value by which the runtime knows that nobody has
/// written to them yet, and has it look at those that no other function sees.
void markUninitialised(llvm::Function &F, SiteTable &Sites);

/// Where the function returns, announces a write to each of its variables that others may know.
void announceEnds(llvm::Function &F, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_STACK_VARIABLES_H
