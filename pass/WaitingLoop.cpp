//===- pass/WaitingLoop.cpp - Loops that only wait for memory to change --------------===//
//     while (!pool->ready) {}                          waits
//     for (p = head; p->next; p = p->next) {}          does not: p differs in every turn
//     while (atomic_exchange(&lock, 1)) {}             waits for one operation's value
// Before optimisation the loop's variables are in memory, and accessors are calls; so all is asked
// of a copy of the function, in which small functions are inlined, variables are values, and
// conditions have a canonical form.
//
// Source: Jonsson, Lang, Sagonas, "Awaiting for Godot", FMCAD 2022. There a loop waits for one
// load; here also for one read-modify-write, and a loop of several operations waits at the end of a
// turn.
//===----------------------------------------------------------------------------------===//
#include "WaitingLoop.h"
#include "Accesses.h"
#include "Assembly.h"
#include "AwaitedValue.h"
#include "HookedCalls.h"
#include "IdleLoop.h"
#include "Invariant.h"
#include "Llvm.h"
#include "LoopCopy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include <mcmini/hooks.h>

using namespace llvm;

namespace mcmini {

//===- What a turn may do ---------------------------------------------------------===//

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

/// Functions that either do what they are asked for and return 0, or change nothing.
static bool isTry(const Instruction &I) {
  static const char *const Names[] = {
      "pthread_mutex_trylock",    "pthread_spin_trylock", "pthread_rwlock_tryrdlock",
      "pthread_rwlock_trywrlock", "sem_trywait",          "mtx_trylock"};
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && isHookedCall(*Call) && is_contained(Names, calleeName(*Call));
}

bool isPause(const CallBase &Call) {
  static const char *const Names[] = {"sched_yield", "pthread_yield",   "thrd_yield", "usleep",
                                      "nanosleep",   "clock_nanosleep", "thrd_sleep", "sleep"};
  if (Call.isInlineAsm())
    return isPauseAssembly(*cast<InlineAsm>(Call.getCalledOperand()));
  StringRef Name = calleeName(Call);
  return is_contained(Names, Name) || Name == "llvm.x86.sse2.pause" ||
         startsWith(Name, "_ZNSt11this_thread");
}

static bool isVisible(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return isTry(I) || (Call && isAnnotatedAccess(*Call)) ||
         (isVisibleAtomic(I) && !isa<FenceInst>(I));
}

/// The barriers of the compiler.
static bool isQuietAssembly(const CallBase &Call) {
  return Call.isInlineAsm() && effectOf(Call).What == AssemblyEffect::Nothing;
}

/// The loops of the copy are known by a call of this with their number, in their header.
static constexpr char Mark[] = "mc.waiting.loop";

static std::optional<unsigned> numberOf(const Loop &L) {
  for (const Instruction &I : *L.getHeader())
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (calleeName(*Call) == Mark)
        return cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
  return std::nullopt;
}

/// Of a loop in an inlined function.
static bool isWaitHook(const CallBase &Call) {
  static const char *const Names[] = {"__mcmini_await", "__mcmini_awaited", "__mcmini_turn",
                                      "__mcmini_wait"};
  return is_contained(Names, calleeName(Call));
}

/// Nothing that anyone could notice, but visible operations.
static bool isQuiet(Instruction &I) {
  if (isVisible(I) || isa<FenceInst>(I))
    return true;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() || isPause(*Call) ||
           isa<AssumeInst>(I) || isQuietAssembly(*Call) || calleeName(*Call) == Mark ||
           isWaitHook(*Call) || (Call->onlyReadsMemory() && Call->doesNotThrow());
  if (auto *Load = dyn_cast<LoadInst>(&I)) // volatile ones too
    return !Load->isAtomic() || !isVisibleAtomic(I);
  return !I.mayHaveSideEffects();
}

/// At first sight, when calls and variables are still what they were.
static bool mayBeWaiting(const Loop &L) {
  return !L.hasNoExitBlocks() && all_of(L.blocks(), [](BasicBlock *Block) {
    return all_of(*Block, [](Instruction &I) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
        return true;
      auto *Call = dyn_cast<CallBase>(&I);
      return isQuiet(I) || (Call && isStaticFunction(*Call));
    });
  });
}

//===- What a turn carries into the next ------------------------------------------===//

static bool othersMayWrite(const Value *Address) {
  const Value *Object = getUnderlyingObject(Address);
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return !Global->isConstant();
  auto *Alloca = dyn_cast<AllocaInst>(Object);
  return !Alloca || mayEscape(Alloca);
}

/// What need not be the same in the next turn; the first one is a turn like others.
static SmallVector<PHINode *, 2> carried(const Loop &L) {
  SmallVector<PHINode *, 2> Found;
  for (PHINode &Phi : L.getHeader()->phis())
    if (!Phi.hasConstantValue())
      Found.push_back(&Phi);
  return Found;
}

/// All that is computed from `Values`, as far as by instructions.
static SmallPtrSet<const Value *, 16> computedFrom(ArrayRef<PHINode *> Values) {
  SmallPtrSet<const Value *, 16> Found(Values.begin(), Values.end());
  SmallVector<const Value *, 16> Pending(Values.begin(), Values.end());
  while (!Pending.empty())
    for (const User *Use : Pending.pop_back_val()->users())
      if (Found.insert(Use).second)
        Pending.push_back(Use);
  return Found;
}

//===- One loop -------------------------------------------------------------------===//

namespace {

/// Of the copy.
struct WaitingLoop {
  bool HasTurns = false;          ///< its turns are all the same
  bool ReadsPlainly = false;      ///< plain memory
  Instruction *Awaited = nullptr; ///< its only operation, if it ends the loop by ...
  AwaitedValue Value;             ///< ... this
  SmallVector<unsigned, 2> Idle;  ///< loops before it that only wait for it to be worth a try
};

bool isUsedOutside(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      return any_of(I.users(),
                    [&](const User *Use) { return !L.contains(cast<Instruction>(Use)); });
    });
  });
}

class Analysis {
public:
  Analysis(Loop &L, const LoopInfo &Loops, const DominatorTree &Dominators, EscapeAnalysis &Escape)
      : L(L), Loops(Loops), Dominators(Dominators), Escape(Escape) {}

  std::optional<WaitingLoop> run() {
    WaitingLoop Found;
    bool Stores = false;
    if (L.hasNoExitBlocks())
      return std::nullopt;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (isPrivateStore(I))
          Stores = true;
        else if (!isQuiet(I))
          return std::nullopt;
        else if (isVisible(I))
          Visible.push_back(&I);
        else if ((Load && othersMayWrite(Load->getPointerOperand()) &&
                  !Escape.isPrivate(Load->getPointerOperand())) ||
                 isUnknownReader(I))
          Plain.push_back(&I);
      }
    if (Visible.empty() && Plain.empty())
      return std::nullopt;
    Found.ReadsPlainly = !Plain.empty();
    Found.HasTurns = !Stores && carried(L).empty();
    findAwaited(Found);
    if (!Found.HasTurns && !Found.Awaited)
      return std::nullopt;
    return Found;
  }

private:
  Loop &L;
  const LoopInfo &Loops;
  const DominatorTree &Dominators;
  EscapeAnalysis &Escape;
  SmallVector<Instruction *, 4> Visible, Plain;

  /// To a variable of which nobody knows but functions that pause.
  static bool isPrivateStore(const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
  }

  static bool isUnknownReader(const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && !Call->isInlineAsm() && !isa<IntrinsicInst>(Call) && !isPause(*Call) &&
           calleeName(*Call) != Mark && !isWaitHook(*Call) && !Call->doesNotAccessMemory();
  }

  /// The loop ends exactly if its one operation has a certain outcome.
  void findAwaited(WaitingLoop &Found) const {
    Instruction *Only = Visible.empty() && Plain.size() == 1 ? Plain[0] : onlyVisible();
    BasicBlock *Exiting = L.getExitingBlock();
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    if (!Only || !Exiting || Loops.getLoopFor(Exiting) != &L ||
        Loops.getLoopFor(Only->getParent()) != &L ||
        !Dominators.dominates(Only->getParent(), Exiting) || !mayAwait(*Only) ||
        !all_of(Latches, [&](BasicBlock *Latch) { return Dominators.dominates(Exiting, Latch); }))
      return;
    auto [Condition, EndsIfTrue] = endOf(*Exiting->getTerminator());
    std::optional<AwaitedValue> Value =
        Condition ? awaitedValue(*Only, Condition, EndsIfTrue) : std::nullopt;
    SmallVector<unsigned, 2> Idle;
    if (!Value || isCarried(*Only, *Value) || !hasPossibleMask(*Only, *Value) ||
        !findIdle(*Only, *Value, Idle))
      return;
    Found.Awaited = Only;
    Found.Value = *Value;
    Found.Idle = Idle;
  }

  /// The condition, and at which value of it the loop ends; null where it is no such condition.
  std::pair<llvm::Value *, bool> endOf(Instruction &Terminator) const {
    auto *Branch = dyn_cast<BranchInst>(&Terminator);
    if (Branch && Branch->isConditional())
      return {Branch->getCondition(), !L.contains(Branch->getSuccessor(0))};
    auto *Switch = dyn_cast<SwitchInst>(&Terminator);
    if (!Switch)
      return {nullptr, false};
    bool EndsElse = !L.contains(Switch->getDefaultDest());
    ConstantInt *Only = nullptr; // all others go where unknown ones go
    for (auto &Case : Switch->cases()) {
      if (L.contains(Case.getCaseSuccessor()) != EndsElse)
        continue;
      if (Only)
        return {nullptr, false};
      Only = Case.getCaseValue();
    }
    if (!Only)
      return {nullptr, false};
    return {IRBuilder<>(Switch).CreateICmpEQ(Switch->getCondition(), Only), !EndsElse};
  }

  /// The only visible operation, but for those of inner loops.
  Instruction *onlyVisible() const {
    Instruction *Only = nullptr;
    for (Instruction *I : Visible)
      if (Loops.getLoopFor(I->getParent()) == &L) {
        if (Only)
          return nullptr;
        Only = I;
      }
    return Only;
  }

  /// Inner loops: while (load(&lock)) {} before an attempt to take it, or after one that has
  /// failed. Where such a loop may be left out, what remains still sees every value and is ordered
  /// as before.
  bool findIdle(const Instruction &Only, const AwaitedValue &Until,
                SmallVectorImpl<unsigned> &Idle) const {
    MapVector<const Loop *, SmallVector<LoadInst *, 2>> Inner;
    for (Instruction *I : Visible)
      if (I != &Only) {
        const Loop *Of = Loops.getLoopFor(I->getParent());
        auto *Load = dyn_cast<LoadInst>(I);
        if (!Load || Of->getParentLoop() != &L)
          return false;
        Inner[Of].push_back(Load);
      }
    for (auto &[Of, Loads] : Inner) {
      if (!endsWhere(Only, Until, *Of, Loads, Dominators, Escape))
        return false;
      if (Dominators.dominates(Only.getParent(), Of->getHeader()))
        continue; // is not reached when it has succeeded
      std::optional<unsigned> Number = numberOf(*Of);
      auto IsStronger = [&](LoadInst *Load) { return acquires(*Load) && !acquires(Only); };
      if (!Number || isUsedOutside(*Of) || any_of(Loads, IsStronger))
        return false;
      Idle.push_back(*Number);
    }
    return true;
  }

  static bool acquires(const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return isAcquireOrStronger(Load->getOrdering());
    if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
      return isAcquireOrStronger(Modify->getOrdering());
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return isAcquireOrStronger(Exchange->getSuccessOrdering());
    return isTry(I);
  }

  static bool mayAwait(const Instruction &I) {
    if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
      return isKnownModification(*Modify) && hasWordSize(*Modify->getType());
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return hasWordSize(*Exchange->getNewValOperand()->getType());
    return isTry(I) || (isa<LoadInst>(I) && hasWordSize(*I.getType()));
  }

  static bool hasWordSize(const Type &T) {
    return T.isPointerTy() || (T.isIntegerTy() && T.getIntegerBitWidth() <= 64);
  }

  /// Turns that are left out must not matter for the operation, nor behind the loop.
  bool isCarried(const Instruction &Only, const AwaitedValue &Until) const {
    auto Computed = computedFrom(carried(L));
    auto Changes = [&](Value *V) { return V && !isInvariant(L, V, Escape); };
    if (Computed.count(&Only) || Changes(Until.Operand) || Changes(Until.Mask))
      return true;
    return any_of(Only.operands(), Changes) || any_of(Computed, [&](const Value *V) {
             auto *I = dyn_cast<Instruction>(V);
             return I && !L.contains(I);
           });
  }

  static bool hasPossibleMask(const Instruction &Only, const AwaitedValue &Value) {
    auto *Modify = dyn_cast<AtomicRMWInst>(&Only);
    if (!Modify || !Value.Mask)
      return true;
    auto *Mask = dyn_cast<ConstantInt>(Value.Mask);
    auto *Operand = dyn_cast<ConstantInt>(Modify->getValOperand());
    return Mask && Operand ? Mask->getZExtValue() == Operand->getZExtValue()
                           : Value.Mask == Modify->getValOperand();
  }
};

//===- Hooks ----------------------------------------------------------------------===//

/// Puts hooks into one function.
class Announcer {
public:
  Announcer(Function &F, ValueToValueMapTy &InCopy, SiteTable &Sites, EscapeAnalysis &Escape)
      : F(F), InCopy(InCopy), Sites(Sites), Escape(Escape), Dominators(F) {}

  void announce(Loop &L, const WaitingLoop &Copied, ArrayRef<Loop *> Numbered) {
    Instruction *Plain = Copied.Awaited && !isVisible(*Copied.Awaited)
                             ? cast_or_null<Instruction>(original(*Copied.Awaited))
                             : nullptr;
    IRBuilder<> Start(Plain ? Plain : &*L.getHeader()->getFirstInsertionPt());
    bool IsAwaited = Copied.Awaited && (Plain || isVisible(*Copied.Awaited)) &&
                     all_of(Copied.Idle, [&](unsigned I) { return mayLeaveOut(*Numbered[I]); }) &&
                     announceAwaited(L, Start, Copied.Value, Plain ? MC_UNTIL_PLAIN : 0);
    for (unsigned I : Copied.Idle)
      if (IsAwaited)
        leaveOut(*Numbered[I]);
    if (IsAwaited && Plain)
      Builder(Plain->getNextNode()).CreateCall(hook("__mcmini_awaited", {}));
    if (Copied.HasTurns && !(IsAwaited && !Plain))
      announceTurns(L, Copied.ReadsPlainly);
  }

private:
  using Builder = IRBuilder<>;
  Function &F;
  ValueToValueMapTy &InCopy;
  SiteTable &Sites;
  EscapeAnalysis &Escape;
  DominatorTree Dominators;

  FunctionCallee hook(StringRef Name, ArrayRef<Type *> Types, bool HasResult = false) {
    LLVMContext &Context = F.getContext();
    Type *Result = HasResult ? Type::getInt64Ty(Context) : Type::getVoidTy(Context);
    return F.getParent()->getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  }

  /// What has become that value of the copy.
  Value *original(const Value &Copied) const {
    for (auto Entry : InCopy)
      if (Entry.second == &Copied && !isa<BasicBlock>(Entry.first))
        return const_cast<Value *>(Entry.first);
    return nullptr;
  }

  /// `Copied`, which does not change in the loop, before the instruction of `Start`.
  Value *before(IRBuilder<> &Start, const Loop &L, Value *Copied) {
    if (isa<Constant>(Copied))
      return Copied;
    for (auto Entry : InCopy) {
      auto *V = const_cast<Value *>(Entry.first);
      if (Entry.second != Copied || isa<BasicBlock>(V))
        continue;
      auto *I = dyn_cast<Instruction>(V);
      if (!I || Dominators.dominates(I, &*Start.GetInsertPoint()))
        return V;
      auto *Load = dyn_cast<LoadInst>(I);
      if (Load && isConstantVariable(Load->getPointerOperand(), L))
        return Start.CreateLoad(Load->getType(), Load->getPointerOperand());
    }
    auto *I = dyn_cast<Instruction>(Copied);
    return I && isRepeatable(*I, Escape) ? computedBefore(Start, L, *I) : nullptr;
  }

  Value *computedBefore(IRBuilder<> &Start, const Loop &L, const Instruction &Copied) {
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : Copied.operands()) {
      Operands.push_back(before(Start, L, Operand));
      if (!Operands.back())
        return nullptr;
    }
    Instruction *Same = Copied.clone();
    for (unsigned I = 0; I < Operands.size(); ++I)
      Same->setOperand(I, Operands[I]);
    Same->setDebugLoc(DebugLoc()); // it is of the copy
    return Start.Insert(Same);
  }

  static bool mayLeaveOut(const Loop &Idle) {
    const BasicBlock *Exit = Idle.getUniqueExitBlock();
    return Exit && !isa<PHINode>(Exit->front()) && !isUsedOutside(Idle);
  }

  /// Its blocks are unreachable from now on.
  static void leaveOut(const Loop &Idle) {
    SmallVector<BasicBlock *, 2> Before;
    for (BasicBlock *Block : predecessors(Idle.getHeader()))
      if (!Idle.contains(Block))
        Before.push_back(Block);
    for (BasicBlock *Block : Before)
      Block->getTerminator()->replaceSuccessorWith(Idle.getHeader(), Idle.getUniqueExitBlock());
  }

  /// A variable of the function that the loop does not write.
  bool isConstantVariable(const Value *Address, const Loop &L) const {
    auto *Variable = dyn_cast<AllocaInst>(Address);
    return Variable && !mayEscape(Variable) && none_of(Variable->users(), [&](const User *Use) {
             return isa<StoreInst>(Use) && L.contains(cast<Instruction>(Use));
           });
  }

  bool announceAwaited(const Loop &L, IRBuilder<> &Start, const AwaitedValue &Value,
                       uint32_t Flags) {
    Type *Word = Start.getInt32Ty(), *Long = Start.getInt64Ty();
    llvm::Value *Mask = Start.getInt64(~uint64_t(0)), *Operand = Start.getInt64(0);
    if (Value.Mask && !(Mask = before(Start, L, Value.Mask)))
      return false;
    if (Value.Operand && !(Operand = before(Start, L, Value.Operand)))
      return false;
    bool IsSigned = Value.Until & MC_UNTIL_SIGNED && Operand->getType()->isIntegerTy();
    Start.CreateCall(hook("__mcmini_await", {Word, Long, Long}),
                     {Start.getInt32(Value.Until | Flags), asWord(Start, Mask),
                      IsSigned ? Start.CreateSExtOrTrunc(Operand, Long) : asWord(Start, Operand)});
    return true;
  }

  void announceTurns(Loop &L, bool ReadsPlainly) {
    Type *Byte = bytePointerType(F.getContext()), *Word = Type::getInt32Ty(F.getContext()),
         *Long = Type::getInt64Ty(F.getContext());
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    Builder Start(&*L.getHeader()->getFirstInsertionPt());
    Value *Turn = Start.CreateCall(hook("__mcmini_turn", {}, true));
    for (BasicBlock *Back : Latches) {
      if (count(successors(Back), L.getHeader()) != 1)
        continue;
      if (Back->getTerminator()->getNumSuccessors() > 1)
        Back = SplitEdge(Back, L.getHeader());
      Instruction *Last = Back->getTerminator();
      if (L.getStartLoc())
        Last->setDebugLoc(L.getStartLoc());
      Builder End(Last);
      End.CreateCall(hook("__mcmini_wait", {Byte, Long, Word}),
                     {Sites.get(*Last, ""), Turn, End.getInt32(ReadsPlainly)})
          ->setTailCallKind(CallInst::TCK_NoTail);
    }
  }
};

} // namespace

//===- All loops ------------------------------------------------------------------===//

/// What is waiting in `F`, by headers of its loops; `InCopy` is of a copy that is gone.
static void announceIn(Function &F, SiteTable &Sites, FunctionAnalysisManager &Analyses) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<Loop *, 4> Candidates;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (mayBeWaiting(*L))
      Candidates.push_back(L);
  if (Candidates.empty())
    return;

  ValueToValueMapTy InCopy;
  Function *Copy = CloneFunction(&F, InCopy);
  Copy->removeFnAttr(Attribute::OptimizeNone);
  Type *Word = Type::getInt32Ty(F.getContext());
  FunctionCallee Marker =
      F.getParent()->getOrInsertFunction(Mark, Type::getVoidTy(F.getContext()), Word);
  for (unsigned I = 0; I < Candidates.size(); ++I) {
    auto *Header = cast<BasicBlock>(InCopy[Candidates[I]->getHeader()]);
    auto *Call =
        CallInst::Create(Marker, {ConstantInt::get(Word, I)}, "", &*Header->getFirstInsertionPt());
    Call->setDoesNotThrow();
    Call->setCannotDuplicate();
  }
  simplifyLoops(*Copy, Analyses);

  DominatorTree CopyDominators(*Copy);
  LoopInfo CopyLoops(CopyDominators);
  EscapeAnalysis Escape;
  Announcer Hooks(F, InCopy, Sites, Escape);
  for (Loop *Same : CopyLoops.getLoopsInPreorder())
    if (std::optional<unsigned> Number = numberOf(*Same))
      if (auto Found = Analysis(*Same, CopyLoops, CopyDominators, Escape).run())
        Hooks.announce(*Candidates[*Number], *Found, Candidates);
  Analyses.clear(*Copy, Copy->getName());
  Copy->eraseFromParent();
  cast<Function>(Marker.getCallee())->eraseFromParent();
  removeUnreachableBlocks(F);
}

void announceWaitingLoops(ArrayRef<Function *> Functions, SiteTable &Sites,
                          FunctionAnalysisManager &Analyses) {
  for (Function *F : Functions)
    announceIn(*F, Sites, Analyses);
}

} // namespace mcmini
