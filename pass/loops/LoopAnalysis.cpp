//===- pass/loops/LoopAnalysis.cpp - Does a loop wait, and for what? ------------------===//
#include "LoopAnalysis.h"
#include "IdleLoop.h"
#include "Invariant.h"
#include "Iteration.h"
#include "Retry.h"
#include "pass/Accesses.h"
#include "pass/Llvm.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include <mcmini/hooks.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mcmini {

Instruction *operationBefore(const Loop &L) {
  BasicBlock *Before = L.getLoopPredecessor();
  if (!Before)
    return nullptr;
  for (Instruction &I : reverse(*Before)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (isVisible(I) || isSharedRead(I) || (Call && isStaticFunction(*Call)))
      return I.isTerminator() ? nullptr : &I;
    if (!isQuiet(I) && !isPrivateStore(I))
      return nullptr;
  }
  return nullptr;
}

bool isUsedOutside(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      return any_of(I.users(),
                    [&](const User *Use) { return !L.contains(cast<Instruction>(Use)); });
    });
  });
}

bool isKnownToPhis(const Loop &L, const Instruction &I) {
  return all_of(I.users(), [&](const User *Use) {
    auto *By = cast<Instruction>(Use);
    if (isa<PHINode>(By) && By->getParent() == L.getHeader())
      return true;
    return By->getParent() == I.getParent() && !By->mayHaveSideEffects() && !By->isTerminator() &&
           isKnownToPhis(L, *By);
  });
}

namespace {

class Analysis {
public:
  Analysis(Loop &L, const LoopInfo &Loops, const DominatorTree &Dominators, EscapeAnalysis &Escape,
           bool LacksReads)
      : L(L), Loops(Loops), Dominators(Dominators), Escape(Escape), LacksReads(LacksReads) {}

  std::optional<WaitingLoop> run() {
    WaitingLoop Found;
    bool Stores = false;
    if (L.hasNoExitBlocks())
      return std::nullopt;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (isPrivateStore(I))
          Stores = true;
        else if (isa<LoadInst>(I) && !I.getMetadata(ReadMark) &&
                 (isVisible(I) || isPlainRead(I, Escape)))
          return std::nullopt; // made of several: its place is not that of the function's
        else if (auto *Store = dyn_cast<StoreInst>(&I); Store && !isVisible(I))
          PlainStores.push_back(Store);
        else if (!isQuiet(I))
          return std::nullopt;
        else if (isVisible(I))
          Visible.push_back(&I);
        else if (isPlainRead(I, Escape))
          Plain.push_back(&I);
      }
    if (Visible.empty() && Plain.empty())
      return std::nullopt;
    Found.ReadsPlainly = !Plain.empty();
    const RetryAnalysis Retry(L, Loops, Dominators, Escape);
    Found.IsRetry = !Stores && Retry.beginsWithAttempt();
    const bool IsSame = !Stores && (Found.IsRetry || carried(L).empty());
    Found.HasIterations = IsSame && PlainStores.empty();
    if (!LacksReads) { // what an iteration that fails reads may be a race
      if (IsSame)
        Found.Attempt = Retry.endOfIteration({Visible, Plain, PlainStores});
      if (PlainStores.empty())
        findAwaited(Found);
    }
    if (!Found.HasIterations && !Found.Awaited && !Found.Attempt)
      return std::nullopt;
    return Found;
  }

private:
  Loop &L;
  const LoopInfo &Loops;
  const DominatorTree &Dominators;
  EscapeAnalysis &Escape;
  bool LacksReads;
  SmallVector<Instruction *, 4> Visible, Plain;
  SmallVector<StoreInst *, 2> PlainStores;

  /// The loop ends exactly if its one operation has a certain outcome.
  void findAwaited(WaitingLoop &Found) const {
    Instruction *Only = Visible.empty() && Plain.size() == 1 ? Plain[0] : onlyVisible();
    LoadInst *Look = nullptr;
    if (!Only && Plain.empty())
      std::tie(Look, Only) = lookAndAttempt();
    BasicBlock *Exiting = L.getExitingBlock();
    if (!Only || !Exiting || Loops.getLoopFor(Exiting) != &L ||
        Loops.getLoopFor(Only->getParent()) != &L || !mayAwait(*Only) || hidesReads(*Only))
      return;
    const bool IsLast = !Look && comesLast(*Only, *Exiting);
    if (!IsLast && !(Look ? decidesWhether(*Look, *Only) && Only->getParent() == Exiting
                          : comesFirst(*Only, *Exiting)))
      return;
    auto [Condition, EndsIfTrue] = endOf(*Exiting->getTerminator());
    if (!Condition)
      return;
    llvm::Value *Asked = IsLast ? valueFrom(L.getLoopLatch(), Condition, L) : Condition;
    std::optional<AwaitedValue> Value = awaitedValue(*Only, Asked, EndsIfTrue);
    SmallVector<unsigned, 2> Idle;
    if (!Value || isCarried(*Only, *Value, IsLast) || !hasPossibleMask(*Only, *Value) ||
        !findIdle(Look, *Only, *Value, Idle))
      return;
    if (Look && !passesWhere(*Only, *Value, *Look, *Exiting, Escape))
      return;
    Found.Awaited = Only;
    Found.Value = *Value;
    Found.Idle = Idle;
    Found.HasLook = Look;
    Found.IsLast = IsLast;
    Found.HasFirst = IsLast && hasFirst(*Only, *Value, Condition, EndsIfTrue);
    auto ReadsOwn = [&](const llvm::Value *V) { return readsThreadLocal(L, V, Escape); };
    Found.ReadsOwn =
        any_of(Only->operands(), ReadsOwn) || ReadsOwn(Value->Operand) || ReadsOwn(Value->Mask);
  }

  /// What an iteration that fails reads may be a race: where that is not all read before the
  /// operation, which is made once, iterations must be run. An iteration that releases may be why
  /// an earlier read is none.
  bool hidesReads(const Instruction &Only) const {
    auto *Modify = dyn_cast<AtomicRMWInst>(&Only);
    const bool Releases = Modify && isReleaseOrStronger(Modify->getOrdering());
    return any_of(Plain, [&](const Instruction *Read) {
      return Read != &Only && (Releases || !Dominators.dominates(Read, &Only));
    });
  }

  /// while (operation() ...) {}
  bool comesFirst(const Instruction &Only, const BasicBlock &Exiting) const {
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    return Dominators.dominates(Only.getParent(), &Exiting) &&
           all_of(Latches,
                  [&](BasicBlock *Latch) { return Dominators.dominates(&Exiting, Latch); });
  }

  /// while (value ...) value = operation();
  bool comesLast(const Instruction &Only, const BasicBlock &Exiting) const {
    const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
    return &Exiting == Header && Latch && L.getLoopPredecessor() && Visible.size() <= 1 &&
           Only.getParent() != Header && Dominators.dominates(Only.getParent(), Latch);
  }

  /// value = operation(); while (value ...) value = operation();
  bool hasFirst(const Instruction &Only, const AwaitedValue &Until, llvm::Value *Condition,
                bool EndsIfTrue) const {
    Instruction *First = operationBefore(L);
    if (!First || !isMarked(*First) || !First->isSameOperationAs(&Only) ||
        !isKnownToPhis(L, *First))
      return false;
    auto IsSame = [&](llvm::Value *A, llvm::Value *B) {
      return A && B ? isSameComputation(A, B, Escape) : A == B;
    };
    for (unsigned I = 0; I < Only.getNumOperands(); ++I)
      if (!IsSame(First->getOperand(I), Only.getOperand(I)))
        return false;
    std::optional<AwaitedValue> Value =
        awaitedValue(*First, valueFrom(First->getParent(), Condition, L), EndsIfTrue);
    if (!Value || Value->Until != Until.Until || !IsSame(Value->Mask, Until.Mask) ||
        !IsSame(Value->Operand, Until.Operand))
      return false;
    return all_of(carried(L), [&](PHINode *Phi) {
      return isSameComputation(Phi->getIncomingValueForBlock(First->getParent()),
                               Phi->getIncomingValueForBlock(L.getLoopLatch()), Escape, First,
                               &Only) ||
             all_of(computedFrom(Phi), [&](const llvm::Value *V) {
               auto *I = dyn_cast<Instruction>(V);
               return !I || L.contains(I);
             });
    });
  }

  /// By the mark of this loop.
  bool isMarked(const Instruction &First) const {
    for (const Instruction *I = First.getPrevNode(); I; I = I->getPrevNode()) {
      if (auto Number = numberIn(*I, FirstMark))
        return Number == numberOf(L);
      if (I->mayHaveSideEffects())
        return false;
    }
    return false;
  }

  /// The condition, and at which value of it the loop ends; null where it is no such condition.
  std::pair<llvm::Value *, bool> endOf(Instruction &Terminator) const {
    auto *Branch = dyn_cast<BranchInst>(&Terminator);
    if (Branch && Branch->isConditional())
      return {Branch->getCondition(), !L.contains(Branch->getSuccessor(0))};
    auto *Switch = dyn_cast<SwitchInst>(&Terminator);
    if (!Switch)
      return {nullptr, false};
    bool EndsElse = !L.contains(Switch->getDefaultDest());
    ConstantInt *Only = nullptr; // all others go where unknown ones go
    for (auto &Case : Switch->cases()) {
      if (L.contains(Case.getCaseSuccessor()) != EndsElse)
        continue;
      if (Only)
        return {nullptr, false};
      Only = Case.getCaseValue();
    }
    if (!Only)
      return {nullptr, false};
    return {IRBuilder<>(Switch).CreateICmpEQ(Switch->getCondition(), Only), !EndsElse};
  }

  /// The only visible operation, but for those of inner loops.
  Instruction *onlyVisible() const {
    Instruction *Only = nullptr;
    for (Instruction *I : Visible)
      if (Loops.getLoopFor(I->getParent()) == &L) {
        if (Only)
          return nullptr;
        Only = I;
      }
    return Only;
  }

  /// if (load(&lock) == free && exchange(&lock, taken) == free) break;
  std::pair<LoadInst *, Instruction *> lookAndAttempt() const {
    SmallVector<Instruction *, 2> Own;
    for (Instruction *I : Visible)
      if (Loops.getLoopFor(I->getParent()) == &L)
        Own.push_back(I);
    if (Own.size() == 2 && isa<LoadInst>(Own[1]))
      std::swap(Own[0], Own[1]);
    if (Own.size() != 2 || !isa<LoadInst>(Own[0]) ||
        !(isa<AtomicRMWInst>(Own[1]) || isa<AtomicCmpXchgInst>(Own[1])))
      return {nullptr, nullptr};
    auto *Look = cast<LoadInst>(Own[0]);
    auto *Exchange = dyn_cast<AtomicCmpXchgInst>(Own[1]);
    Type *Tried = Exchange ? Exchange->getNewValOperand()->getType() : Own[1]->getType();
    if (Look->getType() != Tried || (acquires(*Look) && !acquires(*Own[1])))
      return {nullptr, nullptr};
    return {Look, Own[1]};
  }

  /// In each iteration: then `Attempt` is made, or the iteration is over.
  bool decidesWhether(const LoadInst &Look, const Instruction &Attempt) const {
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    const BasicBlock *At = Look.getParent();
    return Attempt.getParent()->getSinglePredecessor() == At &&
           all_of(successors(At), [&](const BasicBlock *Next) { return L.contains(Next); }) &&
           all_of(Latches, [&](BasicBlock *Latch) { return Dominators.dominates(At, Latch); });
  }

  /// Inner loops: while (load(&lock)) {} before an attempt to take it, or after one that has
  /// failed. Where such a loop may be left out, what remains still sees every value and is ordered
  /// as before.
  bool findIdle(const LoadInst *Look, const Instruction &Only, const AwaitedValue &Until,
                SmallVectorImpl<unsigned> &Idle) const {
    MapVector<const Loop *, SmallVector<LoadInst *, 2>> Inner;
    for (Instruction *I : Visible)
      if (I != &Only && I != Look) {
        const Loop *Of = Loops.getLoopFor(I->getParent());
        auto *Load = dyn_cast<LoadInst>(I);
        if (!Load || Of->getParentLoop() != &L)
          return false;
        Inner[Of].push_back(Load);
      }
    for (auto &[Of, Loads] : Inner) {
      if (!endsWhere(Only, Until, *Of, Loads, Dominators, Escape))
        return false;
      if (Dominators.dominates(Only.getParent(), Of->getHeader()))
        continue; // is not reached when it has succeeded
      std::optional<unsigned> Number = numberOf(*Of);
      auto IsStronger = [&](LoadInst *Load) { return acquires(*Load) && !acquires(Only); };
      if (!Number || isUsedOutside(*Of) || any_of(Loads, IsStronger))
        return false;
      Idle.push_back(*Number);
    }
    return true;
  }

  static bool acquires(const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return isAcquireOrStronger(Load->getOrdering());
    if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
      return isAcquireOrStronger(Modify->getOrdering());
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return isAcquireOrStronger(Exchange->getSuccessOrdering());
    return isTry(I);
  }

  static bool mayAwait(const Instruction &I) {
    if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
      return isKnownModification(*Modify) && hasWordSize(*Modify->getType());
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return hasWordSize(*Exchange->getNewValOperand()->getType());
    return isTry(I) || (isa<LoadInst>(I) && hasWordSize(*I.getType()));
  }

  static bool hasWordSize(const Type &T) {
    return T.isPointerTy() || (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
  }

  /// Iterations that are left out must not matter for the operation, nor behind the loop. Where the
  /// operation is the last of an iteration, what is computed in that iteration alone is the same
  /// without them.
  bool isCarried(const Instruction &Only, const AwaitedValue &Until, bool IsLast) const {
    auto Phis = carried(L);
    auto Computed = computedFrom(Phis);
    if (IsLast) {
      erase_if(Phis, [&](PHINode *Phi) {
        return !Computed.count(Phi->getIncomingValueForBlock(L.getLoopLatch()));
      });
      Computed = computedFrom(Phis);
    }
    auto Changes = [&](Value *V) { return V && !isInvariant(L, V, Escape); };
    if (Computed.count(&Only) || Changes(Until.Operand) || Changes(Until.Mask))
      return true;
    return any_of(Only.operands(), Changes) || any_of(Computed, [&](const Value *V) {
             auto *I = dyn_cast<Instruction>(V);
             return I && !L.contains(I);
           });
  }

  static bool hasPossibleMask(const Instruction &Only, const AwaitedValue &Value) {
    auto *Modify = dyn_cast<AtomicRMWInst>(&Only);
    if (!Modify || !Value.Mask)
      return true;
    auto *Mask = dyn_cast<ConstantInt>(Value.Mask);
    auto *Operand = dyn_cast<ConstantInt>(Modify->getValOperand());
    return Mask && Operand ? Mask->getZExtValue() == Operand->getZExtValue()
                           : Value.Mask == Modify->getValOperand();
  }
};

} // namespace

std::optional<WaitingLoop> waitingLoop(Loop &L, const LoopInfo &Loops,
                                       const DominatorTree &Dominators, EscapeAnalysis &Escape,
                                       bool LacksReads) {
  return Analysis(L, Loops, Dominators, Escape, LacksReads).run();
}

} // namespace mcmini
