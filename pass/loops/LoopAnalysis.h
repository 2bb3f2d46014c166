//===- pass/loops/LoopAnalysis.h - Does a loop wait, and for what? --------------------===//
#ifndef MCMINI_PASS_LOOP_ANALYSIS_H
#define MCMINI_PASS_LOOP_ANALYSIS_H

#include "AwaitedValue.h"
#include "Retry.h"
#include "pass/Escape.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace mcmini {

/// Of the copy of a function, in which variables are values.
struct WaitingLoop {
  bool HasIterations = false;           ///< its iterations are all the same
  bool IsRetry = false;                 ///< ... but for what a compare-exchange has read
  bool ReadsPlainly = false;            ///< plain memory
  llvm::Instruction *Awaited = nullptr; ///< its only operation, if it ends the loop by ...
  AwaitedValue Value;                   ///< ... this
  bool ReadsOwn = false;                ///< thread-local variables say what that is
  bool HasLook = false; ///< a load before it says if it is worth a try, else the iteration is over
  llvm::SmallVector<unsigned, 2> Idle; ///< loops before it that only wait for it to be worth a try
  bool IsLast = false;                 ///< it is asked in the next iteration how it ended
  bool HasFirst = false; ///< the same operation is made before the loop, with the same end
  std::optional<FailingAttempt> Attempt;
};

/// Nothing: an iteration has effects, or carries something that matters into the next.
/// `LacksReads`: the copy does.
std::optional<WaitingLoop> waitingLoop(llvm::Loop &L, const llvm::LoopInfo &Loops,
                                       const llvm::DominatorTree &Dominators,
                                       EscapeAnalysis &Escape, bool LacksReads);

/// The last operation before the loop, or a call that may be one; or null.
llvm::Instruction *operationBefore(const llvm::Loop &L);

/// Is it known to nobody but the header's PHI nodes, and to what is computed beside it?
bool isKnownToPhis(const llvm::Loop &L, const llvm::Instruction &I);

/// Is anything that it computes used behind it?
bool isUsedOutside(const llvm::Loop &L);

} // namespace mcmini

#endif // MCMINI_PASS_LOOP_ANALYSIS_H
