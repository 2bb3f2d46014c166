#include "ProcessorValues.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mcmini {
namespace {

/// The hook that gives it, as 64 bits; "": it is none.
StringRef hookOf(Intrinsic::ID Value) {
  switch (Value) {
  case Intrinsic::readcyclecounter:
  case Intrinsic::x86_rdtsc:
  case Intrinsic::x86_rdtscp:
    return "__mcmini_cycles";
  case Intrinsic::x86_rdrand_16:
  case Intrinsic::x86_rdrand_32:
  case Intrinsic::x86_rdrand_64:
  case Intrinsic::x86_rdseed_16:
  case Intrinsic::x86_rdseed_32:
  case Intrinsic::x86_rdseed_64:
    return "__mcmini_random";
  default:
    return "";
  }
}

std::string assemblyOf(const CallBase &Call) {
  auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Assembly ? StringRef(Assembly->getAsmString()).trim(" \t\n;").lower() : "";
}

/// The counter in two halves, and the processor's number.
bool isCounterAlone(const CallBase &Call) {
  auto *Assembly = cast<InlineAsm>(Call.getCalledOperand());
  auto *Results = dyn_cast<StructType>(Call.getType());
  const bool WithNumber = assemblyOf(Call) == "rdtscp";
  return Results && (assemblyOf(Call) == "rdtsc" || WithNumber) &&
         startsWith(Assembly->getConstraintString(),
                    WithNumber ? "={ax},={dx},={cx}" : "={ax},={dx}") &&
         Results->getNumElements() == (WithNumber ? 3 : 2);
}

Value *structOf(IRBuilder<> &Builder, Type *Results, ArrayRef<Value *> Parts) {
  Value *All = PoisonValue::get(Results);
  for (unsigned I = 0; I < Parts.size(); ++I)
    All = Builder.CreateInsertValue(
        All, Builder.CreateZExtOrTrunc(Parts[I], Results->getStructElementType(I)), I);
  return All;
}

Value *callHook(IRBuilder<> &Builder, CallBase &Call, StringRef Name, SiteTable &Sites) {
  FunctionCallee Hook = Call.getModule()->getOrInsertFunction(Name, Builder.getInt64Ty(),
                                                              bytePointerType(Call.getContext()));
  return Builder.CreateCall(Hook, {Sites.get(Call, "")});
}

} // namespace

bool isProcessorValue(const CallBase &Call) {
  if (!Call.isInlineAsm())
    return !hookOf(Call.getIntrinsicID()).empty();
  const std::string Text = assemblyOf(Call);
  return any_of(ArrayRef<StringRef>{"rdtsc", "rdrand", "rdseed"},
                [&](StringRef Word) { return StringRef(Text).contains(Word); });
}

void replaceProcessorValue(CallBase &Call, SiteTable &Sites) {
  if (Call.isInlineAsm() && !isCounterAlone(Call)) {
    announceUnseen(Call, MC_UNSEEN_VALUE, Sites);
    return;
  }
  IRBuilder<> Builder(&Call);
  Value *All;
  if (Call.isInlineAsm()) {
    Value *Cycles = callHook(Builder, Call, "__mcmini_cycles", Sites);
    Value *Low = Builder.CreateAnd(Cycles, UINT32_MAX), *High = Builder.CreateLShr(Cycles, 32);
    SmallVector<Value *, 3> Parts{Low, High, Builder.getInt64(0)};
    Parts.truncate(Call.getType()->getStructNumElements());
    All = structOf(Builder, Call.getType(), Parts);
  } else {
    All = callHook(Builder, Call, hookOf(Call.getIntrinsicID()), Sites);
    // Beside it the number of the processor, or that there was a random number.
    if (Call.getType()->isStructTy())
      All = structOf(Builder, Call.getType(),
                     {All, Builder.getInt64(Call.getIntrinsicID() != Intrinsic::x86_rdtscp)});
  }
  Call.replaceAllUsesWith(All);
  Call.eraseFromParent();
}

} // namespace mcmini
