//===- pass/loops/Invariant.h - What is the same in every iteration of a loop ---------===//
#ifndef MCMINI_PASS_INVARIANT_H
#define MCMINI_PASS_INVARIANT_H

#include "pass/Escape.h"
#include "llvm/Analysis/LoopInfo.h"

namespace mcmini {

/// May be computed once more, elsewhere: without effect, from its operands and from variables that
/// only this thread knows.
bool isRepeatable(const llvm::Instruction &I, EscapeAnalysis &Escape);

/// Is `V` computed in `L`, if at all, only from what does not change there? The loop must not store
/// but to the function's own variables.
bool isInvariant(const llvm::Loop &L, llvm::Value *V, EscapeAnalysis &Escape);

/// Is it computed in `L` from variables that only this thread, and its handlers, know?
bool readsThreadLocal(const llvm::Loop &L, const llvm::Value *V, EscapeAnalysis &Escape);

/// Computed in the same way, each from what does not change meanwhile; `A` from `From` where `B` is
/// from `Other`.
bool isSameComputation(const llvm::Value *A, const llvm::Value *B, EscapeAnalysis &Escape,
                       const llvm::Value *From = nullptr, const llvm::Value *Other = nullptr);

} // namespace mcmini

#endif // MCMINI_PASS_INVARIANT_H
