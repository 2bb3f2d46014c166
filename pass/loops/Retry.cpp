//===- pass/loops/Retry.cpp - Loops that try a compare-exchange again -----------------===//
//     do {
//       old = load(&top);
//       node->next = old;                           of a node that nobody else knows yet
//     } while (!compare_exchange(&top, old, node));
// An iteration that fails has found that `top` is not what it was, so that the next one begins with
// something else, and leaves nothing behind that the next one does not write again. Whether others
// have seen what it wrote meanwhile, the runtime knows.
//===----------------------------------------------------------------------------------===//
#include "Retry.h"
#include "AwaitedValue.h"
#include "Invariant.h"
#include "Iteration.h"
#include "LoopAnalysis.h"
#include "pass/Accesses.h"
#include "llvm/IR/PatternMatch.h"
#include <mcmini/hooks.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mcmini {

static Value *withoutCasts(Value *V, const DataLayout &Layout) {
  while (isa<CastInst>(V) && cast<CastInst>(V)->isNoopCast(Layout))
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

static bool isAcquire(const LoadInst &Load) { return isAcquireOrStronger(Load.getOrdering()); }

bool RetryAnalysis::beginsWithAttempt() const {
  const auto Phis = carried(L);
  const BasicBlock *Before = L.getLoopPredecessor(), *Latch = L.getLoopLatch();
  if (Phis.size() != 1 || !Before || !Latch)
    return false;
  const DataLayout Layout(L.getHeader()->getModule());
  auto From = [&](const BasicBlock *Block) {
    Value *V = Phis[0]->getIncomingValueForBlock(Block);
    return withoutCasts(valueOnEdge(V, Block, L.getHeader()), Layout);
  };
  auto *Load = dyn_cast<LoadInst>(From(Before));
  Value *Read;
  if (!Load || operationBefore(L) != Load || !isVisible(*Load) || !isKnownToPhis(L, *Load) ||
      !match(From(Latch), m_ExtractValue<0>(m_Value(Read))))
    return false;
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(Read);
  return Exchange && Loops.getLoopFor(Exchange->getParent()) == &L &&
         isInvariant(L, Exchange->getPointerOperand(), Escape) &&
         isSameComputation(Load->getPointerOperand(), Exchange->getPointerOperand(), Escape) &&
         (!isAcquire(*Load) || isAcquireOrStronger(Exchange->getFailureOrdering())) &&
         endAtSuccess(*Exchange, *Latch);
}

/// The block that ends the loop if the operation has succeeded, on the way from there to `Latch`.
const BasicBlock *RetryAnalysis::endAtSuccess(AtomicCmpXchgInst &Exchange,
                                              const BasicBlock &Latch) const {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (!Branch || !Branch->isConditional() || !Dominators.dominates(Block, &Latch) ||
        !Dominators.dominates(Exchange.getParent(), Block))
      continue;
    auto End = awaitedValue(Exchange, Branch->getCondition(), !L.contains(Branch->getSuccessor(0)));
    if (End && End->Until == MC_UNTIL_SUCCESS)
      return Block;
  }
  return nullptr;
}

bool RetryAnalysis::expectsWhatWasRead(AtomicCmpXchgInst &Exchange) const {
  const DataLayout Layout(Exchange.getModule());
  Value *Expected = withoutCasts(Exchange.getCompareOperand(), Layout);
  if (auto *Load = dyn_cast<LoadInst>(Expected))
    return Loops.getLoopFor(Load->getParent()) == &L && isVisible(*Load) &&
           isSameComputation(Load->getPointerOperand(), Exchange.getPointerOperand(), Escape);
  auto *Phi = dyn_cast<PHINode>(Expected);
  return Phi && is_contained(carried(L), Phi) && beginsWithAttempt();
}

/// It is made in every iteration, before the operation, at the same place.
bool RetryAnalysis::isRepeated(const StoreInst &Store, const AtomicCmpXchgInst &Exchange) const {
  return Loops.getLoopFor(Store.getParent()) == &L && !Store.isVolatile() &&
         Dominators.dominates(&Store, &Exchange) &&
         isInvariant(L, const_cast<Value *>(Store.getPointerOperand()), Escape);
}

/// Nothing in the loop reads, but what is exchanged.
bool RetryAnalysis::readsNothingElse(const AtomicCmpXchgInst &Exchange) const {
  return all_of(L.blocks(), [&](BasicBlock *Block) {
    return all_of(*Block, [&](Instruction &I) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        return isVisible(I) &&
               isSameComputation(Load->getPointerOperand(), Exchange.getPointerOperand(), Escape);
      return &I == &Exchange || !I.mayReadFromMemory() || isa<StoreInst>(I) || isa<FenceInst>(I) ||
             isa<CallBase>(I); // that is quiet, and no plain read
    });
  });
}

/// The blocks that may follow `From` in the same iteration.
static SmallPtrSet<const BasicBlock *, 8> blocksBehind(const BasicBlock &From, const Loop &L) {
  SmallPtrSet<const BasicBlock *, 8> Found;
  SmallVector<const BasicBlock *, 8> Pending(1, &From);
  while (!Pending.empty())
    for (const BasicBlock *Next : successors(Pending.pop_back_val()))
      if (L.contains(Next) && Next != L.getHeader() && Found.insert(Next).second)
        Pending.push_back(Next);
  return Found;
}

std::optional<FailingAttempt> RetryAnalysis::endOfIteration(const Iteration &Of) const {
  AtomicCmpXchgInst *Exchange = nullptr;
  SmallVector<const StoreInst *, 2> Stores(Of.PlainStores.begin(), Of.PlainStores.end());
  for (Instruction *I : Of.Visible) {
    auto *Found = dyn_cast<AtomicCmpXchgInst>(I);
    if (Loops.getLoopFor(I->getParent()) != &L || (Found && Exchange))
      return std::nullopt;
    if (Found)
      Exchange = Found;
    else if (auto *Store = dyn_cast<StoreInst>(I))
      Stores.push_back(Store);
    else if (!isa<LoadInst>(I))
      return std::nullopt;
  }
  const BasicBlock *Latch = L.getLoopLatch();
  const BasicBlock *End = Exchange && Latch ? endAtSuccess(*Exchange, *Latch) : nullptr;
  if (!End || !expectsWhatWasRead(*Exchange))
    return std::nullopt;

  const auto Behind = blocksBehind(*Exchange->getParent(), L);
  auto IsBehind = [&](const Instruction *I) {
    return Behind.count(I->getParent()) ||
           (I->getParent() == Exchange->getParent() && Exchange->comesBefore(I));
  };
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  auto EndsOtherwise = [&](const BasicBlock *Block) {
    return Block != End && IsBehind(Block->getTerminator());
  };
  if (any_of(Of.Visible, IsBehind) || any_of(Of.PlainReads, IsBehind) ||
      any_of(Exiting, EndsOtherwise))
    return std::nullopt;
  if (!Stores.empty() &&
      (Exiting.size() != 1 || !Of.PlainReads.empty() || !readsNothingElse(*Exchange) ||
       !all_of(Stores, [&](const StoreInst *Store) { return isRepeated(*Store, *Exchange); })))
    return std::nullopt;
  return FailingAttempt{!Stores.empty(), !Of.PlainStores.empty()};
}

} // namespace mcmini
