//===- pass/Effects.cpp - What a thread does without a hook ---------------------------===//
#include "Effects.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "Ranges.h"
#include "pass/loops/Iteration.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace mcmini {

static constexpr uint64_t OneCall = 1, OneWrite = (uint64_t)1 << 32; // as hooks.h says

/// The runtime sees the stack itself; a coroutine's variables move to the heap.
static bool isOnStack(Value *Address, const Function &F) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Address, Objects);
  return !isCoroutine(F) &&
         all_of(Objects, [](const Value *V) { return isa<AllocaInst>(V) || isa<Argument>(V); });
}

static bool isHook(const CallBase &Call) {
  return Call.getCalledFunction() && startsWith(Call.getCalledFunction()->getName(), "__mcmini_");
}

Effects::Effects(ArrayRef<Function *> Checked, ArrayRef<Function *> Instrumented,
                 EscapeAnalysis &Escapes)
    : Instrumented(Instrumented), Checked(Checked.begin(), Checked.end()) {
  for (Function *F : Checked)
    for (Instruction &I : instructions(*F))
      if (any_of(writtenAddresses(I), [&](Value *Address) {
            return Escapes.isPrivate(Address) && !isOnStack(Address, *F);
          }))
        Writes.push_back(&I);
}

/// Whoever calls it cannot know that it is instrumented. Of an inline function the linker may take
/// another file's, which is as this one.
bool Effects::countsItself(const Function &F) const {
  return Checked.count(&F) && (!F.isDiscardableIfUnused() || F.hasAddressTaken());
}

bool isDeallocation(const Function &F) {
  return F.getName() == "free" || startsWith(F.getName(), "_Zdl") ||
         startsWith(F.getName(), "_Zda"); // operator delete
}

bool Effects::isCounted(const CallBase &Call) const {
  if (Call.isInlineAsm()) // announceUnseen
    return false;
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return true;
  if (Checked.count(Callee))
    return countsItself(*Callee);
  // An iteration that frees something has allocated it.
  return !Callee->isIntrinsic() && !isHook(Call) && !isQuietLibraryFunction(*Callee) &&
         !isPause(Call) && !isDeallocation(*Callee) && !Callee->doesNotAccessMemory();
}

static Constant *threadVariable(Module &M, StringRef Name, Type *T) {
  return M.getOrInsertGlobal(Name, T, [&] {
    return new GlobalVariable(M, T, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                              Name, nullptr, GlobalValue::InitialExecTLSModel);
  });
}

static Constant *callee(Module &M) {
  return threadVariable(M, "__mcmini_callee", bytePointerType(M.getContext()));
}

static void add(IRBuilder<> &Builder, StringRef Name, Value *Number) {
  Type *Word = Builder.getInt64Ty();
  Constant *Count = threadVariable(*Builder.GetInsertBlock()->getModule(), Name, Word);
  Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Word, Count), Number), Count);
}

static void countAt(Instruction &Before, StringRef Name, uint64_t Number) {
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(Before.getDebugLoc());
  add(Builder, Name, Builder.getInt64(Number));
}

static const char Counted[] = "__mcmini_effects";

static void countCall(CallBase &Call) {
  countAt(Call, Counted, OneCall);
  IRBuilder<> Builder(&Call);
  Constant *Callee = callee(*Call.getModule());
  Builder.CreateStore(
      Builder.CreatePointerCast(Call.getCalledOperand(), bytePointerType(Builder.getContext())),
      Callee);
}

/// Takes the call back where the caller has counted it; not where other code calls F, as a
/// callback, of which nothing else is known. A thread that has counted no call writes nothing: the
/// page of its thread-local variables stays as it is.
static void takeCallBack(Function &F, Instruction &Before) {
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(Before.getDebugLoc());
  Type *Pointer = bytePointerType(Builder.getContext());
  Constant *Callee = callee(*F.getParent());
  Value *Last = Builder.CreateLoad(Pointer, Callee);
  Builder.SetInsertPoint(
      SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Last), &Before, /*Unreachable=*/false));
  Builder.SetCurrentDebugLocation(Before.getDebugLoc());
  Value *IsCounted = Builder.CreateICmpEQ(Last, Builder.CreatePointerCast(&F, Pointer));
  Builder.CreateStore(ConstantPointerNull::get(cast<PointerType>(Pointer)), Callee);
  add(Builder, Counted, Builder.CreateSExt(IsCounted, Builder.getInt64Ty()));
}

/// The first instruction behind the variables of the stack, which all stay in the entry block.
static Instruction &startOf(Function &F) {
  BasicBlock::iterator Start = F.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(Start))
    ++Start;
  SmallVector<AllocaInst *, 8> Later;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (Variable->isStaticAlloca() && Start->comesBefore(Variable))
        Later.push_back(Variable);
  for (AllocaInst *Variable : Later)
    Variable->moveBefore(&*Start);
  return *Start;
}

//===- Which thread is it? ------------------------------------------------------------===//

static bool isOfThread(const Value *V) {
  if (auto *Variable = dyn_cast<GlobalVariable>(V))
    return Variable->isThreadLocal() && !startsWith(Variable->getName(), "__mcmini_");
  auto *Expression = dyn_cast<ConstantExpr>(V); // LLVM 14 has no llvm.threadlocal.address
  return Expression && any_of(Expression->operands(), isOfThread);
}

static bool mayTellWhich(const Instruction &I) {
  if (any_of(I.operands(), [](const Use &Operand) { return isOfThread(Operand); }))
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (auto *Assembly = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return !Assembly->getAsmString().empty();
  return Call->getIntrinsicID() == Intrinsic::thread_pointer ||
         (Call->getIntrinsicID() == Intrinsic::not_intrinsic && Call->doesNotAccessMemory());
}

void countLooksAtItself(Function &F) {
  SmallVector<Instruction *, 8> Looks;
  for (Instruction &I : instructions(F))
    if (mayTellWhich(I))
      Looks.push_back(isa<PHINode>(I) ? &*I.getParent()->getFirstInsertionPt() : &I);
  for (Instruction *I : Looks)
    countAt(*I, "__mcmini_looks_at_itself", 1);
}

//===- Counting -----------------------------------------------------------------------===//

void Effects::announce() {
  for (Instruction *I : Writes)
    countAt(*I, Counted, OneWrite);
  for (Function *F : Instrumented) {
    const bool IsChecked = Checked.count(F);
    SmallVector<CallBase *, 16> Calls;
    for (Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (IsChecked ? isCounted(*Call) : isHook(*Call))
          Calls.push_back(Call);
    for (CallBase *Call : Calls)
      if (IsChecked)
        countCall(*Call);
      else
        countAt(*Call, Counted, OneWrite);
    if (countsItself(*F))
      takeCallBack(*F, startOf(*F));
  }
}

} // namespace mcmini
