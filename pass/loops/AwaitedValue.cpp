//===- pass/loops/AwaitedValue.cpp - What the one operation of a waiting loop waits for ===//
//     while ((atomic_load(&word) & BUSY) != 0) {}      until (value & BUSY) == 0
// The condition is in the form that InstCombine gives it.
//===----------------------------------------------------------------------------------===//
#include "AwaitedValue.h"
#include "llvm/IR/PatternMatch.h"
#include <cerrno>
#include <mcmini/hooks.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mcmini {
namespace {

/// A value that is the operation's but for casts and a mask.
struct Part {
  Value *Mask = nullptr;
  bool IsSigned = false; ///< sign-extended
  bool IsWhole = true;   ///< neither extended nor masked
};

Value *withoutFreeze(Value *V) {
  while (auto *Freeze = dyn_cast<FreezeInst>(V))
    V = Freeze->getOperand(0);
  return V;
}

bool addMask(Part &Found, Value *Mask) {
  Found.IsWhole = false;
  auto *Old = dyn_cast_or_null<ConstantInt>(Found.Mask), *New = dyn_cast<ConstantInt>(Mask);
  if (Found.Mask && (!Old || !New))
    return false;
  Found.Mask = Mask;
  if (Old)
    Found.Mask = ConstantInt::get(Type::getInt64Ty(Mask->getContext()),
                                  Old->getZExtValue() & New->getZExtValue());
  return true;
}

std::optional<Part> partOf(const Instruction &Operation, Value *V) {
  Part Found;
  while ((V = withoutFreeze(V)) != &Operation) {
    Value *Of, *Mask;
    if (match(V, m_ZExt(m_Value(Of)))) {
      Found.IsWhole = false;
    } else if (match(V, m_SExt(m_Value(Of)))) {
      Found.IsSigned = true;
    } else if (match(V, m_Trunc(m_Value(Of)))) {
      if (V->getType()->getIntegerBitWidth() > 63 ||
          !addMask(Found,
                   ConstantInt::get(Type::getInt64Ty(V->getContext()),
                                    (uint64_t(1) << V->getType()->getIntegerBitWidth()) - 1)))
        return std::nullopt;
    } else if (match(V, m_PtrToInt(m_Value(Of)))) {
    } else if (match(V, m_And(m_Value(Of), m_Value(Mask)))) {
      if (!isa<Constant>(Mask) && partOf(Operation, Mask))
        std::swap(Of, Mask);
      if (!addMask(Found, Mask))
        return std::nullopt;
    } else {
      return std::nullopt;
    }
    V = Of;
  }
  if (Found.IsSigned && Found.Mask)
    return std::nullopt;
  return Found;
}

uint32_t untilOf(CmpInst::Predicate Predicate) {
  switch (Predicate) {
  case CmpInst::ICMP_EQ:
    return MC_UNTIL_EQUAL;
  case CmpInst::ICMP_NE:
    return MC_UNTIL_UNEQUAL;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    return MC_UNTIL_LESS;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    return MC_UNTIL_AT_MOST;
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    return MC_UNTIL_GREATER;
  default:
    return MC_UNTIL_AT_LEAST;
  }
}

/// "old == expected" of a compare-exchange.
bool isSuccess(const Instruction &Operation, CmpInst::Predicate Predicate, Value *A, Value *B) {
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Operation);
  return Exchange && Predicate == CmpInst::ICMP_EQ && B == Exchange->getCompareOperand() &&
         match(A, m_ExtractValue<0>(m_Specific(&Operation)));
}

/// What a function that tries returns where it would have to wait.
int failureOf(const CallBase &Call) {
  const StringRef Name = Call.getCalledOperand()->stripPointerCasts()->getName();
  return Name == "sem_trywait" ? -1 : Name == "mtx_trylock" ? /*thrd_busy=*/1 : EBUSY;
}

std::optional<AwaitedValue> compared(Instruction &Operation, CmpInst::Predicate Predicate, Value *A,
                                     Value *B) {
  if (isSuccess(Operation, Predicate, A, B))
    return AwaitedValue{MC_UNTIL_SUCCESS};
  if (auto *Call = dyn_cast<CallBase>(&Operation)) { // a function that tries
    const APInt *Result;
    if (A != &Operation || !match(B, m_APInt(Result)))
      return std::nullopt;
    const unsigned Width = Result->getBitWidth();
    const APInt Failure(Width, failureOf(*Call), /*isSigned=*/true);
    if (!ICmpInst::compare(APInt(Width, 0), *Result, Predicate) ||
        ICmpInst::compare(Failure, *Result, Predicate))
      return std::nullopt;
    return AwaitedValue{MC_UNTIL_SUCCESS};
  }
  std::optional<Part> Read = partOf(Operation, A);
  if (!Read)
    return std::nullopt;
  bool IsSigned = Read->IsSigned;
  if (CmpInst::isSigned(Predicate) && !IsSigned) {
    if (!Read->IsWhole) // it is not negative
      return std::nullopt;
    IsSigned = true;
  } else if (CmpInst::isUnsigned(Predicate) && IsSigned) {
    return std::nullopt;
  }
  return AwaitedValue{untilOf(Predicate) | (IsSigned ? MC_UNTIL_SIGNED : 0), Read->Mask, B};
}

} // namespace

std::optional<AwaitedValue> awaitedValue(Instruction &Operation, Value *Condition, bool Wanted) {
  Value *Of;
  Condition = withoutFreeze(Condition);
  if (match(Condition, m_Not(m_Value(Of))))
    return awaitedValue(Operation, Of, !Wanted);
  if (match(Condition, m_ExtractValue<1>(m_Specific(&Operation))))
    return Wanted ? std::optional(AwaitedValue{MC_UNTIL_SUCCESS}) : std::nullopt;
  if (auto *Compare = dyn_cast<ICmpInst>(Condition)) {
    CmpInst::Predicate Predicate =
        Wanted ? Compare->getPredicate() : Compare->getInversePredicate();
    Value *A = Compare->getOperand(0), *B = Compare->getOperand(1);
    if (auto Found = compared(Operation, Predicate, A, B))
      return Found;
    return compared(Operation, CmpInst::getSwappedPredicate(Predicate), B, A);
  }
  if (isa<CallBase>(Operation) || !Condition->getType()->isIntegerTy(1))
    return std::nullopt;
  std::optional<Part> Read = partOf(Operation, Condition); // its lowest bit
  if (!Read)
    return std::nullopt;
  return AwaitedValue{static_cast<uint32_t>(Wanted ? MC_UNTIL_UNEQUAL : MC_UNTIL_EQUAL), Read->Mask,
                      ConstantInt::get(Type::getInt64Ty(Condition->getContext()), 0)};
}

} // namespace mcmini
