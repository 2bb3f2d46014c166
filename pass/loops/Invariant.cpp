//===- pass/loops/Invariant.cpp - What is the same in every iteration of a loop -------===//
// LLVM's loop-invariant code motion would move it out of the loop; before that runs, the address of
// node->waits is computed in each iteration, from a pointer that may be thread-local.
//===----------------------------------------------------------------------------------===//
#include "Invariant.h"
#include "pass/Llvm.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace mcmini {

static bool readsThreadLocal(const Instruction &I, EscapeAnalysis &Escape) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || Load->isVolatile() || Load->isAtomic())
    return false;
  auto *Address = const_cast<Value *>(Load->getPointerOperand());
  auto *Object = const_cast<Value *>(getUnderlyingObject(Address));
  if (Value *Variable = threadLocalVariable(Object))
    Object = Variable;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && (Escape.isPrivate(Address) || Escape.isThreadsOwn(*Global));
}

bool isRepeatable(const Instruction &I, EscapeAnalysis &Escape) {
  return readsThreadLocal(I, Escape) ||
         (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I));
}

bool isInvariant(const Loop &L, Value *V, EscapeAnalysis &Escape) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  return isRepeatable(*I, Escape) &&
         all_of(I->operands(), [&](Value *Of) { return isInvariant(L, Of, Escape); });
}

bool readsThreadLocal(const Loop &L, const Value *V, EscapeAnalysis &Escape) {
  auto *I = dyn_cast_or_null<Instruction>(V);
  return I && L.contains(I) && !isa<PHINode>(I) &&
         (readsThreadLocal(*I, Escape) ||
          any_of(I->operands(), [&](const Value *Of) { return readsThreadLocal(L, Of, Escape); }));
}

bool isSameComputation(const Value *A, const Value *B, EscapeAnalysis &Escape, const Value *From,
                       const Value *Other) {
  if (A == B || (A == From && B == Other))
    return true;
  if (A == From || B == Other)
    return false;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (!I || !J)
    return false;
  if (!I->isSameOperationAs(J) || !isRepeatable(*I, Escape) || !isRepeatable(*J, Escape))
    return false;
  for (unsigned K = 0; K < I->getNumOperands(); ++K)
    if (!isSameComputation(I->getOperand(K), J->getOperand(K), Escape, From, Other))
      return false;
  return true;
}

} // namespace mcmini
