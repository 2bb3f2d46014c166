//===- pass/Accesses.cpp - Hooks that announce accesses to memory --------------------===//
// Atomic instructions, fences, and calls of libatomic (objects wider than the processor's atomics,
// __atomic_*) or of libgcc (__sync_*). Atomics on a local variable whose address never leaves the
// function are not visible.
//===----------------------------------------------------------------------------------===//
#include "Accesses.h"
#include "AccessName.h"
#include "Assembly.h"
#include "Escape.h"
#include "Llvm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include <mcmini/hooks.h>

using namespace llvm;

namespace mcmini {

Value *asWord(IRBuilder<> &Builder, Value *V) {
  if (!V)
    return Builder.getInt64(0);
  Type *T = V->getType();
  if (T->isPointerTy())
    return Builder.CreatePtrToInt(V, Builder.getInt64Ty());
  if (!T->isIntegerTy()) {
    unsigned Bits = T->getPrimitiveSizeInBits();
    if (!Bits)
      return Builder.getInt64(0);
    V = Builder.CreateBitCast(V, Builder.getIntNTy(Bits));
  }
  return Builder.CreateZExtOrTrunc(V, Builder.getInt64Ty());
}

void emitAccess(IRBuilder<> &Builder, Constant *Site, const Access &Announced) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  Type *Pointer = bytePointerType(M.getContext());
  Type *Word = Builder.getInt32Ty(), *Long = Builder.getInt64Ty();
  FunctionCallee Hook = M.getOrInsertFunction("__mcmini_access", Builder.getVoidTy(), Pointer,
                                              Pointer, Word, Word, Long, Long);
  Builder
      .CreateCall(Hook, {Site, Builder.CreatePointerCast(Announced.Address, Pointer),
                         Builder.CreateZExtOrTrunc(Announced.Size, Word),
                         Builder.CreateZExtOrTrunc(Announced.Kind, Word),
                         asWord(Builder, Announced.Operand), asWord(Builder, Announced.Expected)})
      ->setTailCallKind(CallInst::TCK_NoTail); // so that a backtrace has the caller
}

static mc_access kindOf(AtomicRMWInst::BinOp Operation) {
  switch (Operation) {
  case AtomicRMWInst::Xchg:
    return MC_ATOMIC_EXCHANGE;
  case AtomicRMWInst::Add:
    return MC_ATOMIC_ADD;
  case AtomicRMWInst::Sub:
    return MC_ATOMIC_SUB;
  case AtomicRMWInst::And:
    return MC_ATOMIC_AND;
  case AtomicRMWInst::Nand:
    return MC_ATOMIC_NAND;
  case AtomicRMWInst::Or:
    return MC_ATOMIC_OR;
  case AtomicRMWInst::Xor:
    return MC_ATOMIC_XOR;
  case AtomicRMWInst::Max:
    return MC_ATOMIC_MAX;
  case AtomicRMWInst::Min:
    return MC_ATOMIC_MIN;
  case AtomicRMWInst::UMax:
    return MC_ATOMIC_UMAX;
  case AtomicRMWInst::UMin:
    return MC_ATOMIC_UMIN;
  default:
    return MC_ATOMIC_MODIFY;
  }
}

enum { OrderShift = 8, FailureOrderShift = 12, OrderMask = 7 }; // in __mcmini_access

static uint32_t orderOf(AtomicOrdering Ordering) {
  return Ordering == AtomicOrdering::Unordered ? 0 : static_cast<uint32_t>(toCABI(Ordering));
}

uint32_t accessOf(uint32_t Kind, AtomicOrdering Order, AtomicOrdering FailureOrder) {
  return Kind | orderOf(Order) << OrderShift | orderOf(FailureOrder) << FailureOrderShift;
}

//===- The atomic library ---------------------------------------------------------===//

/// A call of the atomic library. `IsGeneric`: the first argument is a size, values are passed by
/// address; else they are passed by value, and the name ends in the size.
struct LibraryAtomic {
  mc_access Kind;
  bool IsGeneric;
  unsigned Size;
};

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

static bool parseLibraryAtomic(const CallBase &Call, LibraryAtomic &Parsed) {
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

/// The first bytes of the object at `Address`, up to 8, `Size` being a constant; else null.
static Value *loadWord(IRBuilder<> &Builder, Value *Address, const Value *Size) {
  auto *Bytes = dyn_cast<ConstantInt>(Size);
  if (!Bytes || Bytes->isZero() || !Address->getType()->isPointerTy())
    return nullptr;
  Type *Word = Builder.getIntNTy(8 * std::min<uint64_t>(Bytes->getZExtValue(), 8));
  Value *Typed = Builder.CreateBitCast(Address, Word->getPointerTo());
  return Builder.CreateAlignedLoad(Word, Typed, Align(1));
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

static Access libraryAccess(IRBuilder<> &Builder, CallBase &Call, const LibraryAtomic &Parsed) {
  unsigned First = Parsed.IsGeneric ? 1 : 0;
  Value *Size = Parsed.IsGeneric ? Call.getArgOperand(0) : Builder.getInt32(Parsed.Size);
  auto Argument = [&](unsigned Index, bool IsAddress) -> Value * {
    Value *V = Call.getArgOperand(First + Index);
    return IsAddress ? loadWord(Builder, V, Size) : V;
  };
  Access Result{Call.getArgOperand(First), Size, libraryKind(Builder, Call, Parsed)};
  bool IsSync = isSyncCall(Call);
  if (Parsed.Kind == MC_ATOMIC_COMPARE_EXCHANGE) {
    Result.Expected = Argument(1, !IsSync);
    Result.Operand = Argument(2, Parsed.IsGeneric);
  } else if (Parsed.Kind != MC_ATOMIC_LOAD && !(IsSync && Parsed.Kind == MC_ATOMIC_STORE)) {
    Result.Operand = Argument(1, Parsed.IsGeneric);
  }
  return Result;
}

//===- Instructions ---------------------------------------------------------------===//

/// At -O0 it is stored into a variable and loaded again.
static bool isUnused(const Value &Result) {
  return all_of(Result.users(), [&](const User *Use) {
    auto *Store = dyn_cast<StoreInst>(Use);
    auto *Variable = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    return Variable && !mayEscape(Variable) && all_of(Variable->users(), [](const User *Other) {
             auto *I = cast<Instruction>(Other);
             return isa<LoadInst>(I) ? I->use_empty()
                                     : isa<StoreInst>(I) || I->isLifetimeStartOrEnd();
           });
  });
}

/// Are all outputs of the assembly unused?
static bool hasNoResult(const CallBase &Call) {
  return isUnused(Call) || all_of(Call.users(), [](const User *Use) {
           return isa<ExtractValueInst>(Use) && isUnused(*Use);
         });
}

static Access instructionAccess(IRBuilder<> &Builder, Instruction &I) {
  auto SizeOf = [&](Value *V) {
    return Builder.getInt32(I.getModule()->getDataLayout().getTypeStoreSize(V->getType()));
  };
  auto Kind = [&](mc_access Value, AtomicOrdering Order,
                  AtomicOrdering FailureOrder = AtomicOrdering::NotAtomic) {
    return Builder.getInt32(accessOf(Value, Order, FailureOrder));
  };
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return {Load->getPointerOperand(), SizeOf(Load), Kind(MC_ATOMIC_LOAD, Load->getOrdering())};
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Value *V = Store->getValueOperand();
    return {Store->getPointerOperand(), SizeOf(V), Kind(MC_ATOMIC_STORE, Store->getOrdering()), V};
  }
  if (auto *Modify = dyn_cast<AtomicRMWInst>(&I)) {
    Value *V = Modify->getValOperand();
    uint32_t IsUnused = isUnused(*Modify) ? MC_ACCESS_RESULT_UNUSED : 0;
    return {Modify->getPointerOperand(), SizeOf(V),
            Builder.getInt32(kindOf(Modify->getOperation()) | IsUnused |
                             orderOf(Modify->getOrdering()) << OrderShift),
            V};
  }
  auto *Exchange = cast<AtomicCmpXchgInst>(&I);
  return {Exchange->getPointerOperand(), SizeOf(Exchange->getNewValOperand()),
          Kind(MC_ATOMIC_COMPARE_EXCHANGE, Exchange->getSuccessOrdering(),
               Exchange->getFailureOrdering()),
          Exchange->getNewValOperand(), Exchange->getCompareOperand()};
}

static bool othersCanSee(Value *Address) {
  auto *Alloca = dyn_cast<AllocaInst>(getUnderlyingObject(Address));
  return !Alloca || mayEscape(Alloca);
}

static bool isVisibleAssembly(const CallBase &Call) {
  AssemblyEffect Effect = effectOf(Call);
  return Effect.What == AssemblyEffect::Fence ||
         (Effect.What == AssemblyEffect::Access && othersCanSee(Effect.Place.Pointer));
}

bool isVisibleAtomic(Instruction &I) {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getSyncScopeID() != SyncScope::SingleThread;
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    LibraryAtomic Parsed;
    if (Call->isInlineAsm())
      return isVisibleAssembly(*Call);
    return parseLibraryAtomic(*Call, Parsed) &&
           (Parsed.IsGeneric || othersCanSee(Call->getArgOperand(0)));
  }
  if (!I.isAtomic())
    return false;
  IRBuilder<> Builder(&I);
  return othersCanSee(instructionAccess(Builder, I).Address);
}

/// Only what is aligned as an atomic must be.
template <typename Instruction> static void makeAtomic(Instruction &I, Type *T, AtomicOrdering As) {
  uint64_t Size = I.getModule()->getDataLayout().getTypeStoreSize(T).getFixedValue();
  if (!I.isVolatile() || I.isAtomic() || Size > 8 || !isPowerOf2_64(Size) ||
      I.getAlign().value() < Size || T->isVectorTy() || T->isAggregateType() ||
      T->getPrimitiveSizeInBits().getFixedValue() % 8)
    return;
  I.setAtomic(As);
}

void makeVolatileAtomic(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      makeAtomic(*Load, Load->getType(), AtomicOrdering::Acquire);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      makeAtomic(*Store, Store->getValueOperand()->getType(), AtomicOrdering::Release);
}

static void announceFence(IRBuilder<> &Builder, AtomicOrdering Order, Constant *Site) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee Hook = M.getOrInsertFunction(
      "__mcmini_fence", Builder.getVoidTy(), bytePointerType(M.getContext()), Builder.getInt32Ty());
  Builder.CreateCall(Hook, {Site, Builder.getInt32(orderOf(Order))})
      ->setTailCallKind(CallInst::TCK_NoTail);
}

/// What the assembly loads or stores beside the memory that it accesses atomically.
static void announcePlainly(IRBuilder<> &Builder, ArrayRef<AssemblyPlace> Places, bool AreWrites,
                            Instruction &I, SiteTable &Sites) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  Type *Pointer = bytePointerType(M.getContext()), *Long = Builder.getInt64Ty();
  FunctionCallee Hook =
      M.getOrInsertFunction(AreWrites ? "__mcmini_write_range" : "__mcmini_read_range",
                            Builder.getVoidTy(), Pointer, Pointer, Long);
  EscapeAnalysis Escapes;
  for (const AssemblyPlace &Place : Places) {
    Value *Address = assemblyAddress(Builder, Place);
    if (!Escapes.isPrivate(Address))
      Builder
          .CreateCall(Hook,
                      {Sites.get(I, accessName(I, Address, Place.Size)),
                       Builder.CreatePointerCast(Address, Pointer), Builder.getInt64(Place.Size)})
          ->setTailCallKind(CallInst::TCK_NoTail);
  }
}

void announceAtomic(Instruction &I, SiteTable &Sites) {
  IRBuilder<> Builder(&I);
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return announceFence(Builder, Fence->getOrdering(), Sites.get(I, ""));
  Access Announced;
  LibraryAtomic Parsed;
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->isInlineAsm()) {
    AssemblyEffect Effect = effectOf(*Call);
    if (Effect.What == AssemblyEffect::Fence)
      return announceFence(Builder, Effect.Order, Sites.get(I, ""));
    announcePlainly(Builder, Effect.Reads, /*AreWrites=*/false, I, Sites);
    announcePlainly(Builder, Effect.Writes, /*AreWrites=*/true, I, Sites);
    Announced = assemblyAccess(Builder, Effect);
    if (Effect.Kind >= MC_ATOMIC_EXCHANGE && Effect.Kind != MC_ATOMIC_COMPARE_EXCHANGE &&
        Effect.Writes.empty() && hasNoResult(*Call))
      Announced.Kind = Builder.CreateOr(Announced.Kind, MC_ACCESS_RESULT_UNUSED);
  } else if (Call && parseLibraryAtomic(*Call, Parsed))
    Announced = libraryAccess(Builder, *Call, Parsed);
  else
    Announced = instructionAccess(Builder, I);
  uint64_t Size = 0;
  if (auto *Bytes = dyn_cast<ConstantInt>(Announced.Size))
    Size = Bytes->getZExtValue();
  emitAccess(Builder, Sites.get(I, accessName(I, Announced.Address, Size)), Announced);
}

} // namespace mcmini
