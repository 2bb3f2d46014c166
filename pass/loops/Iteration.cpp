//===- pass/loops/Iteration.cpp - What an iteration of a waiting loop may do ----------===//
#include "Iteration.h"
#include "pass/Accesses.h"
#include "pass/Assembly.h"
#include "pass/Escape.h"
#include "pass/HookedCalls.h"
#include "pass/Llvm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace mcmini {

enum { MaxCalleeSize = 400 }; // instructions

bool isPauseAssembly(const InlineAsm &Assembly) {
  SmallVector<StringRef, 4> Words;
  SplitString(Assembly.getAsmString(), Words, " \t\n;");
  return all_of(Words, [](StringRef Word) {
    return Word == "pause" || Word == "rep" || Word == "nop" || Word == "yield";
  });
}

static StringRef calleeName(const CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  return Callee ? Callee->getName() : "";
}

bool isTry(const Instruction &I) {
  static const char *const Names[] = {
      "pthread_mutex_trylock",    "pthread_spin_trylock", "pthread_rwlock_tryrdlock",
      "pthread_rwlock_trywrlock", "sem_trywait",          "mtx_trylock"};
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && isHookedCall(*Call) && is_contained(Names, calleeName(*Call));
}

/// Of old programs, which ask for no descriptors. The types are looked at: a program may have a
/// `poll` of its own.
static bool isPauseOfPoll(const CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee || !Callee->isDeclaration())
    return false;
  const StringRef Name = Callee->getName();
  const FunctionType &Type = *Call.getFunctionType();
  const auto IsInteger = [&](unsigned I, unsigned Bits) {
    return Type.getParamType(I)->isIntegerTy(Bits);
  };
  const bool IsPoll =
      Name == "poll" && Type.getNumParams() == 3 && IsInteger(1, 64) && IsInteger(2, 32);
  const bool IsSelect = Name == "select" && Type.getNumParams() == 5 && IsInteger(0, 32);
  if (!IsPoll && !IsSelect)
    return false;
  auto *Count = dyn_cast<ConstantInt>(Call.getArgOperand(IsPoll ? 1 : 0));
  return Count && Count->isZero();
}

bool isPause(const CallBase &Call) {
  static const char *const Names[] = {"sched_yield", "pthread_yield",   "thrd_yield", "usleep",
                                      "nanosleep",   "clock_nanosleep", "thrd_sleep", "sleep"};
  if (Call.isInlineAsm())
    return isPauseAssembly(*cast<InlineAsm>(Call.getCalledOperand()));
  const StringRef Name = calleeName(Call);
  return (isHookedCall(Call) && is_contained(Names, Name)) || Name == "llvm.x86.sse2.pause" ||
         startsWith(Name, "_ZNSt11this_thread") || isPauseOfPoll(Call);
}

bool isVisible(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return isTry(I) || (Call && isAnnotatedAccess(*Call)) ||
         (isVisibleAtomic(I) && !isa<FenceInst>(I));
}

/// It tells the compiler something, or the cache.
static bool isHint(const CallBase &Call) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  if (!Intrinsic)
    return false;
  switch (Intrinsic->getIntrinsicID()) {
  case Intrinsic::donothing:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::prefetch:
  case Intrinsic::strip_invariant_group:
    return true;
  default: // the assumptions, lifetimes, annotations
    return Intrinsic->isAssumeLikeIntrinsic();
  }
}

/// The barriers of the compiler.
static bool isQuietAssembly(const CallBase &Call) {
  return Call.isInlineAsm() && effectOf(Call).What == AssemblyEffect::Nothing;
}

std::optional<unsigned> numberIn(const Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || calleeName(*Call) != Name)
    return std::nullopt;
  return cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
}

std::optional<unsigned> numberOf(const Loop &L) {
  for (const Instruction &I : *L.getHeader())
    if (auto Number = numberIn(I, Mark))
      return Number;
  return std::nullopt;
}

static bool isMark(const Instruction &I) { return numberIn(I, Mark) || numberIn(I, FirstMark); }

/// Of a loop in an inlined function.
static bool isWaitHook(const CallBase &Call) {
  static const char *const Names[] = {
      "__mcmini_await", "__mcmini_await_plain", "__mcmini_attempt", "__mcmini_awaited",
      "__mcmini_turn",  "__mcmini_wait",        "__mcmini_retries"};
  return is_contained(Names, calleeName(Call));
}

bool isQuiet(Instruction &I) {
  if (isVisible(I) || isa<FenceInst>(I))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isHint(*Call) || isPause(*Call) || isQuietAssembly(*Call) || isMark(I) ||
           isWaitHook(*Call) || (Call->onlyReadsMemory() && Call->doesNotThrow());
  if (auto *Load = dyn_cast<LoadInst>(&I)) // volatile ones too
    return !Load->isAtomic() || !isVisibleAtomic(I);
  return !I.mayHaveSideEffects();
}

bool callsUnknown(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->getCalledFunction() && !isa<IntrinsicInst>(Call) && !isQuiet(I);
}

static bool isUnknownReader(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && !Call->isInlineAsm() && !isa<IntrinsicInst>(Call) && !isPause(*Call) &&
         !isMark(I) && !isWaitHook(*Call) && !Call->doesNotAccessMemory();
}

static bool isSmall(const Function &F) {
  unsigned Size = 0;
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block)
      if (!isa<DbgInfoIntrinsic>(I) && ++Size > MaxCalleeSize)
        return false;
  return true;
}

bool isStaticFunction(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && !Callee->isInterposable() && !isPause(Call) &&
         Callee != Call.getFunction() && isSmall(*Callee);
}

//===- What an iteration carries into the next ----------------------------------------===//

static bool othersMayWrite(const Value *Address) {
  const Value *Object = getUnderlyingObject(Address);
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return !Global->isConstant();
  auto *Alloca = dyn_cast<AllocaInst>(Object);
  return !Alloca || mayEscape(Alloca);
}

bool isSharedRead(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  return Load && othersMayWrite(Load->getPointerOperand());
}

bool isPlainRead(Instruction &I, EscapeAnalysis &Escape) {
  return !isVisible(I) &&
         ((isSharedRead(I) && !Escape.isPrivate(cast<LoadInst>(I).getPointerOperand())) ||
          isUnknownReader(I));
}

bool isStoreToVariable(const Instruction &I) {
  const Value *To = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    To = Store->getPointerOperand();
  else if (auto *Whole = dyn_cast<MemIntrinsic>(&I)) // struct timespec pause = {0, 1000};
    To = Whole->getRawDest();
  return To && isa<AllocaInst>(getUnderlyingObject(To));
}

bool isPrivateStore(const Instruction &I) {
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  return isStoreToVariable(I) && !(Copy && othersMayWrite(Copy->getRawSource()));
}

/// What `Condition` is on the way from `From` to `To`, as far as only one leads there.
static std::optional<bool> knownOnEdge(const Value &Condition, const BasicBlock *From,
                                       const BasicBlock *To) {
  for (; From; To = From, From = From->getSinglePredecessor()) {
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    if (Branch && Branch->isConditional() && Branch->getCondition() == &Condition &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1))
      return Branch->getSuccessor(0) == To;
  }
  return std::nullopt;
}

Value *valueOnEdge(Value *V, const BasicBlock *From, const BasicBlock *To) {
  while (auto *Select = dyn_cast<SelectInst>(V)) {
    const std::optional<bool> Known = knownOnEdge(*Select->getCondition(), From, To);
    if (!Known)
      break;
    V = *Known ? Select->getTrueValue() : Select->getFalseValue();
  }
  return V;
}

/// Is `V`, on the way from `From` to `To`, what `Phi` was in this iteration? A value that the
/// function returns is set where the loop ends, and becomes `ended ? value : before`.
static bool isKept(const PHINode &Phi, Value *V, const BasicBlock *From, const BasicBlock *To,
                   SmallPtrSetImpl<const Value *> &Merged) {
  V = valueOnEdge(V, From, To);
  if (V == &Phi)
    return true;
  if (auto *Select = dyn_cast<SelectInst>(V))
    return isKept(Phi, Select->getTrueValue(), From, To, Merged) &&
           isKept(Phi, Select->getFalseValue(), From, To, Merged);
  auto *Merge = dyn_cast<PHINode>(V);
  if (!Merge || Merge->getParent() == Phi.getParent() || !Merged.insert(Merge).second)
    return false;
  return all_of(Merge->blocks(), [&](const BasicBlock *Before) {
    return isKept(Phi, Merge->getIncomingValueForBlock(Before), Before, Merge->getParent(), Merged);
  });
}

SmallVector<PHINode *, 2> carried(const Loop &L) {
  SmallVector<PHINode *, 2> Found;
  auto IsKept = [&](const PHINode &Phi) {
    return all_of(Phi.blocks(), [&](const BasicBlock *From) {
      SmallPtrSet<const Value *, 4> Merged;
      return !L.contains(From) ||
             isKept(Phi, Phi.getIncomingValueForBlock(From), From, L.getHeader(), Merged);
    });
  };
  for (PHINode &Phi : L.getHeader()->phis())
    if (!Phi.hasConstantValue() && !IsKept(Phi))
      Found.push_back(&Phi);
  return Found;
}

Value *valueFrom(BasicBlock *From, Value *V, const Loop &L) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != L.getHeader() || I->mayReadOrWriteMemory())
    return V;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getIncomingValueForBlock(From);
  Instruction *Same = I->clone();
  for (Use &Operand : Same->operands())
    Operand = valueFrom(From, Operand, L);
  return IRBuilder<>(From->getTerminator()).Insert(Same);
}

SmallPtrSet<const Value *, 16> computedFrom(ArrayRef<PHINode *> Values) {
  SmallPtrSet<const Value *, 16> Found(Values.begin(), Values.end());
  SmallVector<const Value *, 16> Pending(Values.begin(), Values.end());
  while (!Pending.empty())
    for (const User *Use : Pending.pop_back_val()->users())
      if (Found.insert(Use).second)
        Pending.push_back(Use);
  return Found;
}

} // namespace mcmini
