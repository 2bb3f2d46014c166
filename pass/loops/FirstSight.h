//===- pass/loops/FirstSight.h - Loops that cannot be waiting -------------------------===//
#ifndef MCMINI_PASS_FIRST_SIGHT_H
#define MCMINI_PASS_FIRST_SIGHT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <memory>

namespace mcmini {

/// Of a module, when calls and variables are still what they were.
class FirstSight {
public:
  /// `IsInner`: of one that may be waiting.
  bool mayBeWaiting(const llvm::Loop &L, const llvm::DominatorTree &Dominators, bool IsInner);

private:
  enum { Exchanges = 1, IsVisible = 2 };
  struct Callee {
    bool Acts = false; ///< on each way to its end, by a call of what is unknown
    unsigned Does = 0; ///< itself
    llvm::SmallPtrSet<const llvm::Function *, 4> Calls;
  };
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Callee>> Callees;

  const Callee &calleeOf(const llvm::Function &F);
  static const llvm::Function *calledBy(const llvm::Instruction &I);
  static unsigned effectOf(const llvm::Instruction &I);
  unsigned effectsOf(const llvm::Function &F, llvm::SmallPtrSetImpl<const llvm::Function *> &Seen);
  bool hasQuietWay(const llvm::Function &F);
  bool acts(const llvm::BasicBlock &Block);
};

} // namespace mcmini

#endif // MCMINI_PASS_FIRST_SIGHT_H
