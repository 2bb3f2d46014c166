//===- pass/loops/LoopCopy.h - A copy of a function in which loops can be compared ----===//
#ifndef MCMINI_PASS_LOOP_COPY_H
#define MCMINI_PASS_LOOP_COPY_H

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/PassManager.h"

namespace mcmini {

/// Calls in loops become what they do, variables values, conditions canonical; pauses are left out.
/// The numbers of loops that have lost a plain read, since they have no use for what it finds.
llvm::SmallSet<unsigned, 2> simplifyLoops(llvm::Function &Copy,
                                          llvm::FunctionAnalysisManager &Analyses);

} // namespace mcmini

#endif // MCMINI_PASS_LOOP_COPY_H
