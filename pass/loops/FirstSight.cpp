//===- pass/loops/FirstSight.cpp - Loops that cannot be waiting -----------------------===//
//     for (i = 0; i < n; ++i) sum += a[i];             each iteration is another one
//     while (x) { put(); ... }                         it does something unknown
// A large source has thousands of loops. To find out that they wait for nothing, no function is
// copied.
//===----------------------------------------------------------------------------------===//
#include "FirstSight.h"
#include "Iteration.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace mcmini {

const FirstSight::Callee &FirstSight::calleeOf(const Function &F) {
  std::unique_ptr<Callee> &Found = Callees[&F];
  if (Found) // of a recursion perhaps not yet known to act
    return *Found;
  Callee &New = *(Found = std::make_unique<Callee>());
  for (const Instruction &I : instructions(F)) {
    New.Does |= effectOf(I);
    if (const Function *Called = calledBy(I))
      New.Calls.insert(Called);
  }
  New.Acts = !hasQuietWay(F);
  return New;
}

/// That can be looked into.
const Function *FirstSight::calledBy(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && isStaticFunction(*Call) ? Call->getCalledFunction() : nullptr;
}

unsigned FirstSight::effectOf(const Instruction &I) {
  return (isa<AtomicCmpXchgInst>(I) ? Exchanges : 0) |
         (isVisible(const_cast<Instruction &>(I)) ? IsVisible : 0);
}

/// Of a call of `F`, and of what that calls.
unsigned FirstSight::effectsOf(const Function &F, SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return 0;
  const Callee &Of = calleeOf(F);
  unsigned Found = Of.Does;
  for (const Function *Called : Of.Calls)
    Found |= effectsOf(*Called, Seen);
  return Found;
}

bool FirstSight::acts(const BasicBlock &Block) {
  return any_of(Block, [&](const Instruction &I) {
    const Function *Called = calledBy(I);
    return Called ? calleeOf(*Called).Acts : callsUnknown(const_cast<Instruction &>(I));
  });
}

/// To its end, through no block that acts.
bool FirstSight::hasQuietWay(const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Pending{&F.getEntryBlock()};
  while (!Pending.empty()) {
    const BasicBlock *Block = Pending.pop_back_val();
    if (!Seen.insert(Block).second || acts(*Block))
      continue;
    if (isa<ReturnInst>(Block->getTerminator()))
      return true;
    append_range(Pending, successors(Block));
  }
  return false;
}

//===- Variables that are different in each iteration ---------------------------------===//

/// It is only read and written.
static bool isPlainVariable(const AllocaInst &Variable) {
  return all_of(Variable.users(), [&](const User *Use) {
    auto *Store = dyn_cast<StoreInst>(Use);
    auto *Other = dyn_cast<IntrinsicInst>(Use);
    return isa<LoadInst>(Use) || (Store && Store->getValueOperand() != &Variable) ||
           (Other && Other->isLifetimeStartOrEnd());
  });
}

namespace {

/// Whether what a loop compares to end is different in each iteration.
class Steps {
public:
  Steps(const Loop &L, const DominatorTree &Dominators) : L(L), Dominators(Dominators) {
    L.getLoopLatches(Latches);
  }

  /// for (...; x < end; ++x), for (...; x && ...; x = x->next), while (*x++)
  bool decideTheEnd() const {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return any_of(Exiting, [&](const BasicBlock *Block) {
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      if (!Branch || !Branch->isConditional())
        return false;
      auto *Both = dyn_cast<PHINode>(Branch->getCondition()); // of &&: false where the first is
      if (!Both || Both->getParent() != Block)
        return compareStepped(Branch->getCondition());
      return any_of(Both->blocks(), [&](const BasicBlock *Before) {
        auto *Known = dyn_cast<ConstantInt>(Both->getIncomingValueForBlock(Before));
        auto *First = dyn_cast<BranchInst>(Before->getTerminator());
        return Known && !L.contains(Branch->getSuccessor(Known->isZero())) && First &&
               First->isConditional() && compareStepped(First->getCondition());
      });
    });
  }

private:
  enum { MaxDepth = 12 };
  const Loop &L;
  const DominatorTree &Dominators;
  SmallVector<BasicBlock *, 4> Latches;

  bool compareStepped(const Value *Condition) const {
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    return Compare && any_of(Compare->operands(), [&](const Value *V) { return varies(V, 0); });
  }

  /// The only store of the loop to it, where each iteration makes that.
  const StoreInst *storeTo(const AllocaInst &Variable) const {
    if (!isPlainVariable(Variable))
      return nullptr;
    const StoreInst *Only = nullptr;
    for (const User *Use : Variable.users())
      if (auto *Store = dyn_cast<StoreInst>(Use); Store && L.contains(Store)) {
        if (Only)
          return nullptr;
        Only = Store;
      }
    const bool IsAlways = Only && all_of(Latches, [&](const BasicBlock *Latch) {
                            return Dominators.dominates(Only->getParent(), Latch);
                          });
    return IsAlways ? Only : nullptr;
  }

  /// Is it computed from a variable that is stepped?
  bool varies(const Value *V, unsigned Depth) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Depth == MaxDepth)
      return false;
    if (auto *Load = dyn_cast<LoadInst>(I))
      if (auto *Variable = dyn_cast<AllocaInst>(Load->getPointerOperand())) {
        const StoreInst *Store = storeTo(*Variable);
        return Store && (isStepOf(Variable, Store->getValueOperand(), false, Depth + 1) ||
                         varies(Store->getValueOperand(), Depth + 1));
      }
    return computes(*I) &&
           any_of(I->operands(), [&](const Value *Of) { return varies(Of, Depth + 1); });
  }

  static bool computes(const Instruction &I) {
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::GetElementPtr:
      return true;
    default:
      return isa<CastInst>(I) || (isa<LoadInst>(I) && !cast<LoadInst>(I).isAtomic());
    }
  }

  /// x + 1, x - 1, &x[1], x->next, perhaps by way of other variables. `IsOther`: it is not x
  /// itself.
  bool isStepOf(const AllocaInst *Variable, const Value *V, bool IsOther, unsigned Depth) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Depth == MaxDepth || !computes(*I))
      return false;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      auto *Of = dyn_cast<AllocaInst>(Load->getPointerOperand());
      if (!Of)
        return isStepOf(Variable, Load->getPointerOperand(), true, Depth + 1);
      const StoreInst *Store = Of == Variable ? nullptr : storeTo(*Of);
      return Of == Variable
                 ? IsOther
                 : Store && isStepOf(Variable, Store->getValueOperand(), IsOther, Depth + 1);
    }
    auto *By = dyn_cast<ConstantInt>(I->getOperand(I->getNumOperands() - 1));
    return isStepOf(Variable, I->getOperand(0),
                    IsOther || (!isa<CastInst>(I) && By && !By->isZero()), Depth + 1);
  }
};

} // namespace

bool FirstSight::mayBeWaiting(const Loop &L, const DominatorTree &Dominators, bool IsInner) {
  bool Stores = false;
  unsigned Does = 0;
  SmallPtrSet<const Function *, 16> Seen;
  auto IsPossible = [&](Instruction &I) {
    Does |= effectOf(I);
    if (const Function *Called = calledBy(I))
      Does |= effectsOf(*Called, Seen);
    if (isStoreToVariable(I) || isQuiet(I))
      return true;
    if (const Function *Called = calledBy(I))
      return !calleeOf(*Called).Acts;
    Stores |= isa<StoreInst>(I);
    return isa<StoreInst>(I);
  };
  if (L.hasNoExitBlocks() ||
      !all_of(L.blocks(), [&](BasicBlock *Block) { return all_of(*Block, IsPossible); }))
    return false;
  if (Does & Exchanges)
    return true;
  return !Stores && ((Does & IsVisible && IsInner) || !Steps(L, Dominators).decideTheEnd());
}

} // namespace mcmini
