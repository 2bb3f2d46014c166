//===- pass/loops/Retry.h - Loops that try a compare-exchange again -------------------===//
#ifndef MCMINI_PASS_RETRY_H
#define MCMINI_PASS_RETRY_H

#include "pass/Escape.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace mcmini {

/// The operations of an iteration.
struct Iteration {
  llvm::ArrayRef<llvm::Instruction *> Visible, PlainReads;
  llvm::ArrayRef<llvm::StoreInst *> PlainStores; ///< but to the function's own variables
};

/// The compare-exchange at the end of an iteration, whose failure is no outcome of its own.
struct FailingAttempt {
  bool Stores, StoresPlainly; ///< an iteration does, to memory that others may know, or may not
};

/// Of the copy of a function.
class RetryAnalysis {
public:
  RetryAnalysis(const llvm::Loop &L, const llvm::LoopInfo &Loops,
                const llvm::DominatorTree &Dominators, EscapeAnalysis &Escape)
      : L(L), Loops(Loops), Dominators(Dominators), Escape(Escape) {}

  /// old = load(&v); while (!compare_exchange(&v, &old, ...)) {}
  /// An iteration that fails leaves what the load would have read in its place. It reads plain
  /// memory by what is ordered as after the load. It may also load once more, and try nothing.
  bool beginsWithAttempt() const;

  /// Where an iteration makes its one compare-exchange, which expects what the iteration has read
  /// there, does it end with that? Then either the loop ends or another iteration begins. What an
  /// iteration stores before that is stored by every one again, and none of them reads it.
  std::optional<FailingAttempt> endOfIteration(const Iteration &Of) const;

private:
  const llvm::Loop &L;
  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  EscapeAnalysis &Escape;

  const llvm::BasicBlock *endAtSuccess(llvm::AtomicCmpXchgInst &Exchange) const;
  bool readsOf(llvm::Value *V, const llvm::BasicBlock *From, const llvm::BasicBlock *To,
               llvm::SmallVectorImpl<llvm::Instruction *> &Reads) const;
  bool isNext(llvm::Instruction &Read, const llvm::LoadInst &First, bool Acquires) const;
  bool expectsWhatWasRead(llvm::AtomicCmpXchgInst &Exchange) const;
  bool isRepeated(const llvm::StoreInst &Store, const llvm::AtomicCmpXchgInst &Exchange) const;
  bool readsNothingElse(const llvm::Value &Address) const;
};

} // namespace mcmini

#endif // MCMINI_PASS_RETRY_H
