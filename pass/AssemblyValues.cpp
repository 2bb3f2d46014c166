//===- pass/AssemblyValues.cpp - Inline assembly as values and atomic instructions --------===//
// What the hook before an assembly is told is computed from what the assembly is passed. For the
// analysis of waiting loops its outputs must mean something, too: there it becomes the atomic
// instruction that does the same.
//===----------------------------------------------------------------------------------===//
#include "Assembly.h"
#include "Llvm.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

namespace mcmini {

//===- Values ---------------------------------------------------------------------===//

Value *assemblyAddress(IRBuilder<> &Builder, const AssemblyPlace &Place) {
  if (!Place.Offset)
    return Place.Pointer;
  Type *Byte = bytePointerType(Builder.getContext());
  return Builder.CreateConstInBoundsGEP1_64(
      Builder.getInt8Ty(), Builder.CreatePointerCast(Place.Pointer, Byte), Place.Offset);
}

/// The lowest `Size` bytes.
static Value *cut(IRBuilder<> &Builder, Value *V, uint64_t Size) {
  Value *Word = asWord(Builder, V);
  return Size < 8 ? Builder.CreateAnd(Word, (uint64_t(1) << 8 * Size) - 1) : Word;
}

Access assemblyAccess(IRBuilder<> &Builder, const AssemblyEffect &Effect) {
  uint64_t Size = Effect.Place.Size, Bits = 8 * Size;
  Value *Address = assemblyAddress(Builder, Effect.Place), *Right = nullptr;
  switch (Effect.Right) {
  case AssemblyOperand::SOURCE:
    Right = Effect.Source && Size <= 8 ? cut(Builder, Effect.Source, Size) : nullptr;
    break;
  case AssemblyOperand::ONE:
    Right = Builder.getInt64(1);
    break;
  case AssemblyOperand::ALL_BITS:
    Right = cut(Builder, Builder.getInt64(~uint64_t(0)), Size);
    break;
  case AssemblyOperand::BIT:
  case AssemblyOperand::OTHER_BITS: {
    Type *Long = Builder.getInt64Ty(), *Byte = bytePointerType(Builder.getContext());
    Value *Index = Builder.CreateSExtOrTrunc(
        Builder.CreateTrunc(asWord(Builder, Effect.Source), Builder.getIntNTy(Bits)), Long);
    Value *Words = Builder.CreateAShr(Index, Log2_64(Bits));
    Address = Builder.CreateGEP(Builder.getInt8Ty(), Builder.CreatePointerCast(Address, Byte),
                                Builder.CreateMul(Words, Builder.getInt64(Size)));
    Right = Builder.CreateShl(Builder.getInt64(1), Builder.CreateAnd(Index, Bits - 1));
    if (Effect.Right == AssemblyOperand::OTHER_BITS)
      Right = cut(Builder, Builder.CreateNot(Right), Size);
    break;
  }
  case AssemblyOperand::NOTHING:
    break;
  }
  uint32_t Kind = Effect.Kind;
  if (Kind == MC_ATOMIC_STORE && !Right)
    Kind |= MC_ACCESS_OF_UNKNOWN_VALUE;
  Access Announced{Address, Builder.getInt32(Size), Builder.getInt32(accessOf(Kind, Effect.Order)),
                   Right};
  if (Effect.Expected && Kind == MC_ATOMIC_COMPARE_EXCHANGE) {
    Announced.Expected = cut(Builder, Effect.Expected, Size);
    Announced.Kind = Builder.getInt32(accessOf(Kind, Effect.Order, Effect.Order));
  }
  return Announced;
}

//===- Instructions ---------------------------------------------------------------===//

namespace {

/// The value before the operation and, of a compare-exchange, its success.
struct Outcome {
  Value *Old = nullptr;
  Value *IsDone = nullptr;
};

std::optional<AtomicRMWInst::BinOp> operationOf(mc_access Kind) {
  switch (Kind) {
  case MC_ATOMIC_EXCHANGE:
    return AtomicRMWInst::Xchg;
  case MC_ATOMIC_ADD:
    return AtomicRMWInst::Add;
  case MC_ATOMIC_SUB:
    return AtomicRMWInst::Sub;
  case MC_ATOMIC_AND:
    return AtomicRMWInst::And;
  case MC_ATOMIC_OR:
    return AtomicRMWInst::Or;
  case MC_ATOMIC_XOR:
    return AtomicRMWInst::Xor;
  default:
    return std::nullopt;
  }
}

std::optional<Outcome> emitInstruction(IRBuilder<> &Builder, const AssemblyEffect &Effect) {
  AtomicOrdering Order = Effect.Order;
  if (Effect.What == AssemblyEffect::Fence) {
    Builder.CreateFence(Order);
    return Outcome{};
  }
  uint64_t Size = Effect.Place.Size;
  std::optional<AtomicRMWInst::BinOp> Operation = operationOf(Effect.Kind);
  if (Size > 8 ||
      (!Operation && Effect.Kind != MC_ATOMIC_LOAD && Effect.Kind != MC_ATOMIC_COMPARE_EXCHANGE))
    return std::nullopt;
  Access Same = assemblyAccess(Builder, Effect);
  IntegerType *Word = Builder.getIntNTy(8 * Size);
  Value *Address = Builder.CreateBitCast(Same.Address, Word->getPointerTo());
  auto Cut = [&](Value *V) { return Builder.CreateTrunc(asWord(Builder, V), Word); };
  if (Effect.Kind == MC_ATOMIC_LOAD) {
    LoadInst *Load = Builder.CreateAlignedLoad(Word, Address, Align(Size));
    Load->setAtomic(Order);
    return Outcome{Load};
  }
  if (Operation)
    return Outcome{
        Builder.CreateAtomicRMW(*Operation, Address, Cut(Same.Operand), Align(Size), Order)};
  Value *Exchange = Builder.CreateAtomicCmpXchg(Address, Cut(Same.Expected), Cut(Same.Operand),
                                                Align(Size), Order, Order);
  return Outcome{Builder.CreateExtractValue(Exchange, 0), Builder.CreateExtractValue(Exchange, 1)};
}

/// What output `Number`, tied to input `Tied` unless that is negative, is afterwards; or null.
Value *outputOf(IRBuilder<> &Builder, const AssemblyEffect &Effect, const Outcome &Done, int Number,
                const InlineAsm::ConstraintInfo &Info) {
  for (const AssemblyFlag &Flag : Effect.Flags)
    if (static_cast<int>(Flag.Number) == Number)
      return !Done.IsDone ? nullptr : Flag.IsIfZero ? Done.IsDone : Builder.CreateNot(Done.IsDone);
  if (Effect.Kind == MC_ATOMIC_COMPARE_EXCHANGE)
    return is_contained(Info.Codes, "{ax}") ? Done.Old : nullptr;
  bool IsRegister =
      Effect.Register >= 0 && (Effect.Register == Number || Effect.Register == Info.MatchingInput);
  return IsRegister && Effect.What == AssemblyEffect::Access ? Done.Old : nullptr;
}

Value *converted(IRBuilder<> &Builder, Value *V, Type *To) {
  if (To->isPointerTy())
    return Builder.CreateIntToPtr(V, To);
  return To->isIntegerTy() ? Builder.CreateZExtOrTrunc(V, To) : nullptr;
}

/// The result of `Call`, of which every output must be known; null if one is not.
Value *resultOf(IRBuilder<> &Builder, const CallBase &Call, const AssemblyEffect &Effect,
                const Outcome &Done) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  Value *Result = UndefValue::get(Call.getType());
  int Number = -1;
  unsigned Output = 0;
  auto Constraints = cast<InlineAsm>(Call.getCalledOperand())->ParseConstraints();
  for (const InlineAsm::ConstraintInfo &Info : Constraints) {
    ++Number;
    if (Info.Type != InlineAsm::isOutput || Info.isIndirect)
      continue;
    Value *V = outputOf(Builder, Effect, Done, Number, Info);
    V = V ? converted(Builder, V, Struct ? Struct->getElementType(Output) : Call.getType()) : V;
    if (!V)
      return nullptr;
    Result = Struct ? Builder.CreateInsertValue(Result, V, Output++) : V;
  }
  return Result;
}

} // namespace

static void replaceOne(CallBase &Call) {
  AssemblyEffect Effect = effectOf(Call);
  if (!isa<CallInst>(Call) || !Effect.Reads.empty() || !Effect.Writes.empty() ||
      (Effect.What != AssemblyEffect::Fence && Effect.What != AssemblyEffect::Access))
    return;
  IRBuilder<> Builder(&Call);
  std::optional<Outcome> Done = emitInstruction(Builder, Effect);
  Value *Result =
      Done && !Call.getType()->isVoidTy() ? resultOf(Builder, Call, Effect, *Done) : nullptr;
  if (!Done || (!Result && !Call.getType()->isVoidTy()))
    return;
  if (Result)
    Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

void replaceAssembly(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Call->isInlineAsm())
        Calls.push_back(Call);
  for (CallBase *Call : Calls)
    replaceOne(*Call);
}

} // namespace mcmini
