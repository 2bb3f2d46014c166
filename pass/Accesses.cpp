//===- pass/Accesses.cpp - Hooks that announce accesses to memory --------------------===//
// Atomic instructions, fences, inline assembly, and calls of the atomic library. Atomics on a local
// variable whose address never leaves the function are not visible.
//===----------------------------------------------------------------------------------===//
#include "Accesses.h"
#include "AccessName.h"
#include "Assembly.h"
#include "Escape.h"
#include "LibraryAtomics.h"
#include "Llvm.h"
#include "UnusedResults.h"
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

/// The address of a copy; null stays null.
static Value *inMemory(IRBuilder<> &Builder, Value *V) {
  Type *Pointer = bytePointerType(Builder.getContext());
  if (!V)
    return Constant::getNullValue(Pointer);
  BasicBlock &Entry = Builder.GetInsertBlock()->getParent()->getEntryBlock();
  auto *Copy = IRBuilder<>(&*Entry.getFirstInsertionPt()).CreateAlloca(V->getType());
  Builder.CreateStore(V, Copy);
  return Builder.CreatePointerCast(Copy, Pointer);
}

static bool isWide(const Value *Size) {
  auto *Bytes = dyn_cast<ConstantInt>(Size);
  return Bytes && Bytes->getZExtValue() > 8;
}

void emitAccess(IRBuilder<> &Builder, Constant *Site, const Access &Announced) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  Type *Pointer = bytePointerType(M.getContext());
  Type *Word = Builder.getInt32Ty(), *Long = Builder.getInt64Ty();
  if (isWide(Announced.Size) && Announced.Operand) {
    FunctionCallee Hook = M.getOrInsertFunction("__mcmini_wide_access", Builder.getVoidTy(),
                                                Pointer, Pointer, Word, Word, Pointer, Pointer);
    Builder
        .CreateCall(Hook,
                    {Site, Builder.CreatePointerCast(Announced.Address, Pointer), Announced.Size,
                     Builder.CreateZExtOrTrunc(Announced.Kind, Word),
                     inMemory(Builder, Announced.Operand), inMemory(Builder, Announced.Expected)})
        ->setTailCallKind(CallInst::TCK_NoTail);
    return;
  }
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

uint32_t orderOf(AtomicOrdering Ordering) {
  return Ordering == AtomicOrdering::Unordered ? 0 : static_cast<uint32_t>(toCABI(Ordering));
}

uint32_t accessOf(uint32_t Kind, AtomicOrdering Order, AtomicOrdering FailureOrder) {
  return Kind | orderOf(Order) << OrderShift | orderOf(FailureOrder) << FailureOrderShift;
}

bool isModification(mc_access Kind) {
  return Kind > MC_ATOMIC_EXCHANGE && Kind != MC_ATOMIC_COMPARE_EXCHANGE;
}

//===- Instructions ---------------------------------------------------------------===//

Access instructionAccess(IRBuilder<> &Builder, Instruction &I) {
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
    uint32_t Flags = isUnused(*Modify) ? MC_ACCESS_RESULT_UNUSED : 0;
    return {Modify->getPointerOperand(), SizeOf(V),
            Builder.getInt32(kindOf(Modify->getOperation()) | Flags |
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

/// Whether a variable that is static in a function is initialised: what does that is a hooked call.
static bool isLookAtGuard(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && Load->getType()->isIntegerTy(8) &&
         startsWith(Load->getPointerOperand()->stripPointerCasts()->getName(), "_ZGV");
}

bool isVisibleAtomic(Instruction &I) {
  if (isLookAtGuard(I))
    return false;
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

bool isModification(Instruction &I) {
  LibraryAtomic Parsed;
  if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
    return isModification(kindOf(Modify->getOperation()));
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !Call->isInlineAsm())
    return Call && parseLibraryAtomic(*Call, Parsed) && isModification(Parsed.Kind);
  AssemblyEffect Effect = effectOf(*Call);
  return Effect.What == AssemblyEffect::Access && isModification(Effect.Kind);
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

/// shared_ptr looks at both counts at once, as a short cut to what it does anyway: it is not taken,
/// as in a program that is compiled for ThreadSanitizer.
static bool dropShortCut(Instruction &I) {
  StringRef Name = I.getFunction()->getName();
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->getType()->isIntegerTy(64) || !startsWith(Name, "_ZNSt16_Sp_counted_base") ||
      Name.find("10_M_release") == StringRef::npos)
    return false;
  Load->replaceAllUsesWith(Constant::getNullValue(Load->getType()));
  Load->eraseFromParent();
  return true;
}

void announceAtomic(Instruction &I, SiteTable &Sites) {
  if (dropShortCut(I))
    return;
  IRBuilder<> Builder(&I);
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return announceFence(Builder, Fence->getOrdering(), Sites.get(I, ""));
  Access Announced;
  LibraryAtomic Parsed;
  auto *Call = dyn_cast<CallBase>(&I);
  if (Call && parseLibraryAtomic(*Call, Parsed) && Parsed.IsGeneric)
    return replaceGenericCall(*Call, Parsed, Sites);
  if (Call && Call->isInlineAsm()) {
    AssemblyEffect Effect = effectOf(*Call);
    if (Effect.What == AssemblyEffect::Fence)
      return announceFence(Builder, Effect.Order, Sites.get(I, ""));
    announcePlainly(Builder, Effect.Reads, /*AreWrites=*/false, I, Sites);
    announcePlainly(Builder, Effect.Writes, /*AreWrites=*/true, I, Sites);
    Announced = assemblyAccess(Builder, Effect);
    if (isModification(Effect.Kind) && Effect.Writes.empty() && isUnused(*Call))
      Announced.Kind = Builder.CreateOr(Announced.Kind, MC_ACCESS_RESULT_UNUSED);
  } else if (Call && parseLibraryAtomic(*Call, Parsed))
    Announced = libraryAccess(Builder, *Call, Parsed);
  else
    Announced = instructionAccess(Builder, I);
  uint64_t Size = 0;
  if (auto *Bytes = dyn_cast<ConstantInt>(Announced.Size))
    Size = Bytes->getZExtValue();
  emitAccess(Builder, Sites.getOperation(I, accessName(I, Announced.Address, Size)), Announced);
}

} // namespace mcmini
