//===- pass/loops/IdleLoop.cpp - Loops that wait for an attempt to be worth a try -----===//
//     while (atomic_exchange(&lock, 1)) while (atomic_load(&lock)) {}      the inner one is idle
//     while (atomic_exchange(&lock, 1)) while (atomic_load(&gate)) {}      is another condition
// A lock that is seen to be free by the attempt would have been seen so by the idle loop. That
// holds only for the same variable, and only if what the attempt waits for is enough for the idle
// loop.
//===----------------------------------------------------------------------------------===//
#include "IdleLoop.h"
#include "Invariant.h"
#include "pass/Llvm.h"
#include <mcmini/hooks.h>

using namespace llvm;

namespace mcmini {
namespace {

const Value *addressOf(const Instruction &I) {
  if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
    return Modify->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load ? Load->getPointerOperand() : nullptr; // of a function that tries: none
}

std::optional<uint64_t> constant(const Value *V) {
  if (!V)
    return ~uint64_t(0);
  if (isa<ConstantPointerNull>(V))
    return 0;
  auto *Constant = dyn_cast<ConstantInt>(V);
  if (!Constant || Constant->getBitWidth() > 64)
    return std::nullopt;
  return Constant->getZExtValue();
}

bool isSameOrEqual(const Value *A, const Value *B, EscapeAnalysis &Escape) {
  std::optional<uint64_t> X = constant(A), Y = constant(B);
  return X || Y ? X == Y : isSameComputation(A, B, Escape);
}

/// The value for which a compare-exchange succeeds.
AwaitedValue withoutSuccess(const Instruction &Attempt, const AwaitedValue &Value) {
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Attempt);
  if (!Exchange || Value.Until != MC_UNTIL_SUCCESS)
    return Value;
  return {MC_UNTIL_EQUAL, nullptr, const_cast<llvm::Value *>(Exchange->getCompareOperand())};
}

bool isSingleValue(const AwaitedValue &Value) {
  return !Value.Mask && (Value.Until & ~unsigned(MC_UNTIL_SIGNED)) == MC_UNTIL_EQUAL;
}

bool holdsFor(uint64_t Now, const AwaitedValue &Value) {
  std::optional<uint64_t> Mask = constant(Value.Mask), Operand = constant(Value.Operand);
  if (!Mask || !Operand)
    return false;
  switch (Value.Until & ~unsigned(MC_UNTIL_SIGNED)) {
  case MC_UNTIL_EQUAL:
    return (Now & *Mask) == *Operand;
  case MC_UNTIL_UNEQUAL:
    return (Now & *Mask) != *Operand;
  default: // locks are free at one value
    return false;
  }
}

/// Is whatever fulfils `Strong` enough for `Weak`?
bool implies(const AwaitedValue &Strong, const AwaitedValue &Weak, EscapeAnalysis &Escape) {
  if (Strong.Until == Weak.Until && isSameOrEqual(Strong.Mask, Weak.Mask, Escape) &&
      isSameOrEqual(Strong.Operand, Weak.Operand, Escape))
    return true;
  std::optional<uint64_t> Only = constant(Strong.Operand);
  return isSingleValue(Strong) && Only && holdsFor(*Only, Weak);
}

} // namespace

bool endsWhere(const Instruction &Attempt, const AwaitedValue &Value, const Loop &Idle,
               ArrayRef<LoadInst *> Loads, const DominatorTree &Dominators,
               EscapeAnalysis &Escape) {
  const llvm::Value *Address = addressOf(Attempt);
  const AwaitedValue Wanted = withoutSuccess(Attempt, Value);
  SmallVector<BasicBlock *, 4> Exiting, Latches;
  Idle.getExitingBlocks(Exiting);
  Idle.getLoopLatches(Latches);
  auto EndsBy = [&](LoadInst *Load) {
    return any_of(Exiting, [&](BasicBlock *Block) {
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      if (!Branch || !Branch->isConditional() ||
          !all_of(Latches, [&](BasicBlock *Latch) { return Dominators.dominates(Block, Latch); }))
        return false;
      auto End =
          awaitedValue(*Load, Branch->getCondition(), !Idle.contains(Branch->getSuccessor(0)));
      return End && implies(Wanted, *End, Escape);
    });
  };
  return Address &&
         all_of(Loads,
                [&](LoadInst *Load) {
                  return isSameComputation(Load->getPointerOperand(), Address, Escape);
                }) &&
         any_of(Loads, EndsBy);
}

bool passesWhere(const Instruction &Attempt, const AwaitedValue &Value, LoadInst &Look,
                 const BasicBlock &Passed, EscapeAnalysis &Escape) {
  auto *Branch = dyn_cast<BranchInst>(Look.getParent()->getTerminator());
  const llvm::Value *Address = addressOf(Attempt);
  if (!Branch || !Branch->isConditional() || !Address ||
      !isSameComputation(Look.getPointerOperand(), Address, Escape))
    return false;
  auto Passes = awaitedValue(Look, Branch->getCondition(), Branch->getSuccessor(0) == &Passed);
  return Passes && implies(withoutSuccess(Attempt, Value), *Passes, Escape);
}

} // namespace mcmini
