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

/// The reads that may give `V` on the way from `From` to `To`. false: it may be something else.
bool RetryAnalysis::readsOf(Value *V, const BasicBlock *From, const BasicBlock *To,
                            SmallVectorImpl<Instruction *> &Reads) const {
  V = withoutCasts(valueOnEdge(V, From, To), L.getHeader()->getModule()->getDataLayout());
  auto *Phi = dyn_cast<PHINode>(V);
  if (Phi && Loops.getLoopFor(Phi->getParent()) == &L && Phi->getParent() != L.getHeader()) {
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
      if (!readsOf(Phi->getIncomingValue(I), Phi->getIncomingBlock(I), Phi->getParent(), Reads))
        return false;
    return true;
  }
  Value *Exchanged;
  auto *Read = match(V, m_ExtractValue<0>(m_Value(Exchanged)))
                   ? cast_or_null<Instruction>(dyn_cast<AtomicCmpXchgInst>(Exchanged))
                   : cast_or_null<Instruction>(dyn_cast<LoadInst>(V));
  if (!Read || !isVisible(*Read))
    return false;
  Reads.push_back(Read);
  return true;
}

bool RetryAnalysis::beginsWithAttempt() const {
  const auto Phis = carried(L);
  const BasicBlock *Before = L.getLoopPredecessor();
  if (Phis.size() != 1 || !Before)
    return false;
  auto ReadsFrom = [&](const BasicBlock *Block, SmallVectorImpl<Instruction *> &Reads) {
    return readsOf(Phis[0]->getIncomingValueForBlock(Block), Block, L.getHeader(), Reads);
  };
  SmallVector<Instruction *, 1> First;
  SmallVector<Instruction *, 2> Next;
  if (!ReadsFrom(Before, First) || First.size() != 1 ||
      !all_of(predecessors(L.getHeader()),
              [&](const BasicBlock *Latch) { return Latch == Before || ReadsFrom(Latch, Next); }))
    return false;
  auto *Load = dyn_cast<LoadInst>(First[0]);
  if (!Load || operationBefore(L) != Load || !isKnownToPhis(L, *Load))
    return false;
  const bool Acquires = isAcquire(*Load) || any_of(Next, [](const Instruction *Read) {
                          auto *Again = dyn_cast<LoadInst>(Read);
                          return Again && isAcquire(*Again);
                        });
  const bool IsMixed = any_of(Next, [](const Instruction *Read) { return isa<LoadInst>(Read); });
  return any_of(Next, [](const Instruction *Read) { return isa<AtomicCmpXchgInst>(Read); }) &&
         all_of(Next, [&](Instruction *Read) { return isNext(*Read, *Load, Acquires); }) &&
         (!IsMixed || readsNothingElse(*Load->getPointerOperand()));
}

/// A read that may come in the place of the first one, and ends an iteration.
bool RetryAnalysis::isNext(Instruction &Read, const LoadInst &First, bool Acquires) const {
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Read);
  Value *Address =
      Exchange ? Exchange->getPointerOperand() : cast<LoadInst>(Read).getPointerOperand();
  const auto Order = Exchange ? Exchange->getFailureOrdering() : cast<LoadInst>(Read).getOrdering();
  return Loops.getLoopFor(Read.getParent()) == &L && isInvariant(L, Address, Escape) &&
         isSameComputation(First.getPointerOperand(), Address, Escape) &&
         (!Acquires || isAcquireOrStronger(Order)) && (!Exchange || endAtSuccess(*Exchange));
}

/// Does an iteration get from `From` to its end through `Block` only?
static bool leadsThrough(const BasicBlock *Block, const BasicBlock *From, const Loop &L) {
  SmallPtrSet<const BasicBlock *, 8> Seen;
  SmallVector<const BasicBlock *, 8> Pending;
  if (From != Block)
    Pending.push_back(From);
  while (!Pending.empty())
    for (const BasicBlock *Next : successors(Pending.pop_back_val())) {
      if (Next == L.getHeader())
        return false;
      if (L.contains(Next) && Next != Block && Seen.insert(Next).second)
        Pending.push_back(Next);
    }
  return true;
}

/// The block behind the operation that ends the loop if that has succeeded.
const BasicBlock *RetryAnalysis::endAtSuccess(AtomicCmpXchgInst &Exchange) const {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    if (!Branch || !Branch->isConditional() || !Dominators.dominates(Exchange.getParent(), Block) ||
        !leadsThrough(Block, Exchange.getParent(), L))
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
bool RetryAnalysis::readsNothingElse(const Value &Address) const {
  return all_of(L.blocks(), [&](BasicBlock *Block) {
    return all_of(*Block, [&](Instruction &I) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        return isVisible(I) && isSameComputation(Load->getPointerOperand(), &Address, Escape);
      auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      if (Exchange)
        return isSameComputation(Exchange->getPointerOperand(), &Address, Escape);
      return !I.mayReadFromMemory() || isa<StoreInst>(I) || isa<FenceInst>(I) ||
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
  const BasicBlock *End = Exchange ? endAtSuccess(*Exchange) : nullptr;
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
      (Exiting.size() != 1 || !Of.PlainReads.empty() ||
       !readsNothingElse(*Exchange->getPointerOperand()) ||
       !all_of(Stores, [&](const StoreInst *Store) { return isRepeated(*Store, *Exchange); })))
    return std::nullopt;
  return FailingAttempt{!Stores.empty(), !Of.PlainStores.empty()};
}

} // namespace mcmini
