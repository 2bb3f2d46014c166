//===- pass/CleanUp.h - Making addresses comparable, without losing an access ---------===//
#ifndef MCMINI_PASS_CLEAN_UP_H
#define MCMINI_PASS_CLEAN_UP_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace mcmini {

/// Turns variables that nobody takes the address of into values.
void promoteVariables(llvm::Function &F);

/// Does so in every function of `Functions` that is to be optimised, and inlines small functions
/// without visible operations. Accesses that were noted stay: none is merged, moved or dropped.
/// Inlined functions of the C++ library take the place of their call, where LibraryCalls noted it.
void cleanUp(llvm::ArrayRef<llvm::Function *> Functions);

} // namespace mcmini

#endif // MCMINI_PASS_CLEAN_UP_H
