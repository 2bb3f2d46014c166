//===- pass/LibraryAtomics.cpp - Calls of the atomic library --------------------------===//
// __atomic_* of libatomic, for objects that are wider than the processor's atomics or of odd sizes,
// and __sync_* of libgcc.
//===----------------------------------------------------------------------------------===//
#include "LibraryAtomics.h"
#include "AccessName.h"
#include "Llvm.h"
#include "UnusedResults.h"

using namespace llvm;

namespace mcmini {

static bool consume(StringRef &Text, StringRef Prefix) {
  if (!startsWith(Text, Prefix))
    return false;
  Text = Text.substr(Prefix.size());
  return true;
}

static bool parseOperator(StringRef Name, mc_access &Kind) {
  static const std::pair<const char *, mc_access> Operators[] = {
      {"add", MC_ATOMIC_ADD}, {"sub", MC_ATOMIC_SUB},   {"and", MC_ATOMIC_AND},
      {"or", MC_ATOMIC_OR},   {"nand", MC_ATOMIC_NAND}, {"xor", MC_ATOMIC_XOR}};
  for (auto &Operator : Operators)
    if (Name == Operator.first) {
      Kind = Operator.second;
      return true;
    }
  return false;
}

/// "fetch_add", "add_fetch", "exchange", ...; in __sync_* names "fetch_and_add", "add_and_fetch".
static bool parseOperation(StringRef Name, bool IsSync, mc_access &Kind) {
  static const std::pair<const char *, mc_access> AtomicNames[] = {
      {"load", MC_ATOMIC_LOAD},
      {"store", MC_ATOMIC_STORE},
      {"exchange", MC_ATOMIC_EXCHANGE},
      {"compare_exchange", MC_ATOMIC_COMPARE_EXCHANGE}};
  static const std::pair<const char *, mc_access> SyncNames[] = {
      {"lock_release", MC_ATOMIC_STORE},
      {"lock_test_and_set", MC_ATOMIC_EXCHANGE},
      {"val_compare_and_swap", MC_ATOMIC_COMPARE_EXCHANGE},
      {"bool_compare_and_swap", MC_ATOMIC_COMPARE_EXCHANGE}};
  for (auto &Known : IsSync ? SyncNames : AtomicNames)
    if (Name == Known.first) {
      Kind = Known.second;
      return true;
    }
  StringRef Before = IsSync ? "fetch_and_" : "fetch_", After = IsSync ? "_and_fetch" : "_fetch";
  if (consume(Name, Before))
    return parseOperator(Name, Kind);
  return Name.size() > After.size() && Name.take_back(After.size()) == After &&
         parseOperator(Name.drop_back(After.size()), Kind);
}

bool parseLibraryAtomic(const CallBase &Call, LibraryAtomic &Parsed) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee || !Callee->isDeclaration())
    return false;
  StringRef Name = Callee->getName();
  bool IsSync = consume(Name, "__sync_");
  if (!IsSync && !consume(Name, "__atomic_"))
    return false;
  Parsed.Size = 0;
  auto [Operation, Digits] = Name.rsplit('_');
  Parsed.IsGeneric = Digits.getAsInteger(10, Parsed.Size) || Parsed.Size > 16;
  if (IsSync && Parsed.IsGeneric)
    return false;
  if (!parseOperation(Parsed.IsGeneric ? Name : Operation, IsSync, Parsed.Kind))
    return false;
  bool IsPlain = Parsed.Kind == MC_ATOMIC_LOAD || (IsSync && Parsed.Kind == MC_ATOMIC_STORE);
  bool IsCompare = Parsed.Kind == MC_ATOMIC_COMPARE_EXCHANGE;
  unsigned Orders = IsSync ? 0 : IsCompare ? 2 : 1;
  unsigned Needed = (IsPlain ? 1 : IsCompare ? 3 : 2) + (Parsed.IsGeneric ? 1 : 0) + Orders;
  return Call.arg_size() >= Needed &&
         Call.getArgOperand(Parsed.IsGeneric ? 1 : 0)->getType()->isPointerTy();
}

static bool isSyncCall(const CallBase &Call) {
  return startsWith(Call.getCalledOperand()->stripPointerCasts()->getName(), "__sync_");
}

/// The kind with its memory orders: of __atomic_* functions those are the last arguments, of which
/// GCC's higher bits are hints; __sync_* ones have none.
static Value *libraryKind(IRBuilder<> &Builder, CallBase &Call, const LibraryAtomic &Parsed) {
  bool IsCompare = Parsed.Kind == MC_ATOMIC_COMPARE_EXCHANGE;
  auto Shifted = [&](Value *Order, unsigned Shift) {
    Value *Word = Builder.CreateZExtOrTrunc(Order, Builder.getInt32Ty());
    return Builder.CreateShl(Builder.CreateAnd(Word, OrderMask), Shift);
  };
  Value *Order = nullptr, *FailureOrder = nullptr;
  if (!isSyncCall(Call)) {
    unsigned Count = Call.arg_size();
    Order = Call.getArgOperand(Count - (IsCompare ? 2 : 1));
    FailureOrder = IsCompare ? Call.getArgOperand(Count - 1) : nullptr;
  } else {
    AtomicOrdering Documented = Parsed.Kind == MC_ATOMIC_EXCHANGE ? AtomicOrdering::Acquire
                                : Parsed.Kind == MC_ATOMIC_STORE
                                    ? AtomicOrdering::Release
                                    : AtomicOrdering::SequentiallyConsistent;
    Order = Builder.getInt32(orderOf(Documented));
    FailureOrder = IsCompare ? Order : nullptr;
  }
  Value *Kind = Builder.CreateOr(Builder.getInt32(Parsed.Kind), Shifted(Order, OrderShift));
  return FailureOrder ? Builder.CreateOr(Kind, Shifted(FailureOrder, FailureOrderShift)) : Kind;
}

Access libraryAccess(IRBuilder<> &Builder, CallBase &Call, const LibraryAtomic &Parsed) {
  Access Result{Call.getArgOperand(0), Builder.getInt32(Parsed.Size),
                libraryKind(Builder, Call, Parsed)};
  if (isModification(Parsed.Kind) && isUnused(Call))
    Result.Kind = Builder.CreateOr(Result.Kind, MC_ACCESS_RESULT_UNUSED);
  bool IsSync = isSyncCall(Call);
  if (Parsed.Kind == MC_ATOMIC_COMPARE_EXCHANGE) {
    Value *Expected = Call.getArgOperand(1);
    if (!IsSync) { // it is passed by address
      Type *Same = Call.getArgOperand(2)->getType();
      Expected = Builder.CreateAlignedLoad(
          Same, Builder.CreatePointerCast(Expected, Same->getPointerTo()), Align(1));
    }
    Result.Expected = Expected;
    Result.Operand = Call.getArgOperand(2);
  } else if (Parsed.Kind != MC_ATOMIC_LOAD && !(IsSync && Parsed.Kind == MC_ATOMIC_STORE)) {
    Result.Operand = Call.getArgOperand(1);
  }
  return Result;
}

void replaceGenericCall(CallBase &Call, const LibraryAtomic &Parsed, SiteTable &Sites) {
  IRBuilder<> Builder(&Call);
  Module &M = *Call.getModule();
  Type *Pointer = bytePointerType(M.getContext());
  Type *Word = Builder.getInt32Ty(), *Long = Builder.getInt64Ty();
  auto Argument = [&](unsigned Index) {
    return Builder.CreatePointerCast(Call.getArgOperand(Index), Pointer);
  };
  bool IsCompare = Parsed.Kind == MC_ATOMIC_COMPARE_EXCHANGE;
  Value *Null = Constant::getNullValue(Pointer), *Operand = Null, *Other = Null;
  if (Parsed.Kind == MC_ATOMIC_LOAD)
    Other = Argument(2);
  else if (Parsed.Kind == MC_ATOMIC_STORE)
    Operand = Argument(2);
  else
    Operand = Argument(IsCompare ? 3 : 2), Other = Argument(IsCompare ? 2 : 3);
  auto *Bytes = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  FunctionCallee Hook = M.getOrInsertFunction("__mcmini_library_atomic", Word, Pointer, Pointer,
                                              Long, Word, Pointer, Pointer, Pointer);
  CallInst *New = Builder.CreateCall(
      Hook, {Sites.getOperation(
                 Call, accessName(Call, Call.getArgOperand(1), Bytes ? Bytes->getZExtValue() : 0)),
             Argument(1), Builder.CreateZExtOrTrunc(Call.getArgOperand(0), Long),
             libraryKind(Builder, Call, Parsed), Operand, Other,
             Builder.CreatePointerCast(Call.getCalledOperand(), Pointer)});
  New->setTailCallKind(CallInst::TCK_NoTail);
  for (unsigned Index : {4, 5}) // the values
    New->addParamAttr(Index, Attribute::NoCapture);
  if (!Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(Builder.CreateZExtOrTrunc(New, Call.getType()));
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    Builder.CreateBr(Invoke->getNormalDest());
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
  }
  Call.eraseFromParent();
}

} // namespace mcmini
