//===- pass/loops/WaitingLoop.cpp - Loops that only wait for memory to change ---------===//
//     while (!pool->ready) {}                          waits
//     for (p = head; p->next; p = p->next) {}          does not: p differs in every iteration
//     while (atomic_exchange(&lock, 1)) {}             waits for one operation's value
// Before optimisation the loop's variables are in memory, and accessors are calls; so all is asked
// of a copy of the function, in which small functions are inlined, variables are values, and
// conditions have a canonical form.
//
// Source: Jonsson, Lang, Sagonas, "Awaiting for Godot", FMCAD 2022. There a loop waits for one
// load; here also for one read-modify-write, and a loop of several operations waits at the end of
// an iteration.
//===----------------------------------------------------------------------------------===//
#include "WaitingLoop.h"
#include "FirstSight.h"
#include "Invariant.h"
#include "Iteration.h"
#include "LoopAnalysis.h"
#include "LoopCopy.h"
#include "pass/Accesses.h"
#include "pass/Llvm.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
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

//===- Hooks ----------------------------------------------------------------------===//

namespace {

/// Puts hooks into one function.
class Announcer {
public:
  Announcer(Function &F, ValueToValueMapTy &InCopy, SiteTable &Sites, EscapeAnalysis &Escape)
      : F(F), InCopy(InCopy), Sites(Sites), Escape(Escape), Dominators(F) {}

  void announce(Loop &L, const WaitingLoop &Copied, ArrayRef<Loop *> Numbered, Instruction *First) {
    LoadInst *Plain = nullptr; // not the call of a function that has the load in it
    if (Copied.Awaited && !isVisible(*Copied.Awaited))
      if (auto Of = originals(*Copied.Awaited); !Of.empty())
        Plain = dyn_cast<LoadInst>(Of.front());
    const uint32_t Flags = (Plain ? MC_UNTIL_PLAIN : 0) | (Copied.ReadsOwn ? MC_UNTIL_OWN : 0);
    IRBuilder<> Start(Plain ? Plain : &*L.getHeader()->getFirstInsertionPt());
    std::optional<Access> Attempt;
    if (Copied.HasLook)
      Attempt = accessBefore(Start, L, *Copied.Awaited);
    bool IsAwaited = Copied.Awaited && (Plain || isVisible(*Copied.Awaited)) &&
                     Copied.HasLook == Attempt.has_value() &&
                     all_of(Copied.Idle, [&](unsigned I) { return mayLeaveOut(*Numbered[I]); }) &&
                     announceAwaited(L, Start, Copied.Value, Flags);
    if (IsAwaited && Attempt)
      announceAttempt(Start, *Attempt);
    for (unsigned I : Copied.Idle)
      if (IsAwaited)
        leaveOut(*Numbered[I]);
    if (IsAwaited && Plain) {
      announcePlace(Start, *Plain);
      announceDone(Plain->getNextNode());
    } else if (IsAwaited && Copied.IsLast)
      announceDoneBehind(L);
    if (IsAwaited && Copied.HasFirst) {
      IRBuilder<> Before(First);
      if (announceAwaited(L, Before, Copied.Value, Flags))
        announceDone(First->getNextNode());
    }
    if (Copied.HasIterations && !(IsAwaited && !Plain))
      announceIterations(L, (Copied.ReadsPlainly ? MC_WAIT_READS_PLAINLY : 0) |
                                (Copied.IsRetry ? MC_WAIT_RETRIES : 0));
    if (Copied.Attempt && !IsAwaited)
      announceRetries(L, *Copied.Attempt);
  }

private:
  using Builder = IRBuilder<>;
  Function &F;
  ValueToValueMapTy &InCopy;
  SiteTable &Sites;
  EscapeAnalysis &Escape;
  DominatorTree Dominators;

  void announceDone(Instruction *Next) { Builder(Next).CreateCall(hook("__mcmini_awaited", {})); }

  /// Where it ends before another iteration.
  void announceDoneBehind(const Loop &L) {
    SmallVector<BasicBlock *, 2> Exits;
    L.getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits)
      announceDone(&*Exit->getFirstInsertionPt());
  }

  FunctionCallee hook(StringRef Name, ArrayRef<Type *> Types, bool HasResult = false) {
    LLVMContext &Context = F.getContext();
    Type *Result = HasResult ? Type::getInt64Ty(Context) : Type::getVoidTy(Context);
    return F.getParent()->getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  }

  /// What has become that value of the copy, in the order of the program.
  SmallVector<Value *, 4> originals(const Value &Copied) const {
    SmallVector<Value *, 4> Found;
    for (Argument &Given : F.args())
      if (InCopy.lookup(&Given) == &Copied)
        Found.push_back(&Given);
    for (Instruction &I : instructions(F))
      if (InCopy.lookup(&I) == &Copied)
        Found.push_back(&I);
    return Found;
  }

  /// `Copied`, which does not change in the loop, before the instruction of `Start`.
  Value *before(IRBuilder<> &Start, const Loop &L, Value *Copied) {
    if (isa<Constant>(Copied))
      return Copied;
    for (Value *V : originals(*Copied)) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || Dominators.dominates(I, &*Start.GetInsertPoint()))
        return V;
      auto *Load = dyn_cast<LoadInst>(I);
      if (Load && L.contains(Load) &&
          isConstantVariable(Load->getPointerOperand(), L, *Start.GetInsertPoint()))
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

  /// Where it goes on, but for exceptions; null: in several places.
  static BasicBlock *exitOf(const Loop &Idle) {
    SmallVector<BasicBlock *, 2> Exits;
    Idle.getUniqueExitBlocks(Exits);
    erase_if(Exits, [](BasicBlock *Exit) { return Exit->isEHPad(); });
    return Exits.size() == 1 ? Exits[0] : nullptr;
  }

  static bool mayLeaveOut(const Loop &Idle) {
    const BasicBlock *Exit = exitOf(Idle);
    return Exit && !isa<PHINode>(Exit->front()) && !isUsedOutside(Idle);
  }

  /// Its blocks are unreachable from now on.
  static void leaveOut(const Loop &Idle) {
    SmallVector<BasicBlock *, 2> Before;
    for (BasicBlock *Block : predecessors(Idle.getHeader()))
      if (!Idle.contains(Block))
        Before.push_back(Block);
    for (BasicBlock *Block : Before)
      Block->getTerminator()->replaceSuccessorWith(Idle.getHeader(), exitOf(Idle));
  }

  /// A variable of the function that is not written from there on, nor by the loop.
  bool isConstantVariable(const Value *Address, const Loop &L, const Instruction &There) const {
    auto *Variable = dyn_cast<AllocaInst>(Address);
    return Variable && !mayEscape(Variable) && none_of(Variable->users(), [&](const User *Use) {
             auto *Store = dyn_cast<StoreInst>(Use);
             return Store && (L.contains(Store) || (Store->getParent() == There.getParent() &&
                                                    There.comesBefore(Store)));
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

  void announcePlace(IRBuilder<> &Start, LoadInst &Plain) {
    Type *Byte = bytePointerType(F.getContext()), *Long = Start.getInt64Ty();
    const uint64_t Size = F.getParent()->getDataLayout().getTypeStoreSize(Plain.getType());
    Start.CreateCall(
        hook("__mcmini_await_plain", {Byte, Long}),
        {Start.CreatePointerCast(Plain.getPointerOperand(), Byte), Start.getInt64(Size)});
  }

  /// What the hook of the copied instruction gets, but its address.
  std::optional<Access> accessBefore(IRBuilder<> &Start, const Loop &L, Instruction &Copied) {
    Access Found = instructionAccess(Start, Copied);
    for (Value **V : {&Found.Operand, &Found.Expected})
      if (*V && !(*V = before(Start, L, *V)))
        return std::nullopt;
    return Found;
  }

  void announceAttempt(IRBuilder<> &Start, const Access &Attempt) {
    Type *Word = Start.getInt32Ty(), *Long = Start.getInt64Ty();
    Start.CreateCall(
        hook("__mcmini_attempt", {Word, Long, Long}),
        {Attempt.Kind, asWord(Start, Attempt.Operand), asWord(Start, Attempt.Expected)});
  }

  void announceRetries(const Loop &L, const FailingAttempt &Attempt) {
    Builder Start(&*L.getHeader()->getFirstInsertionPt());
    Start.CreateCall(hook("__mcmini_retries", {Start.getInt32Ty()}),
                     {Start.getInt32((Attempt.Stores ? MC_RETRY_STORES : 0) |
                                     (Attempt.StoresPlainly ? MC_RETRY_STORES_PLAINLY : 0))});
    announceDoneBehind(L);
  }

  void announceIterations(Loop &L, uint32_t Flags) {
    Type *Byte = bytePointerType(F.getContext()), *Word = Type::getInt32Ty(F.getContext()),
         *Long = Type::getInt64Ty(F.getContext());
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    Builder Start(&*L.getHeader()->getFirstInsertionPt());
    Value *Iteration = Start.CreateCall(hook("__mcmini_turn", {}, true));
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
                     {Sites.get(*Last, ""), Iteration, End.getInt32(Flags)})
          ->setTailCallKind(CallInst::TCK_NoTail);
    }
  }
};

} // namespace

//===- All loops ------------------------------------------------------------------===//

/// What is waiting in `F`, by headers of its loops; `InCopy` is of a copy that is gone.
static void announceIn(Function &F, FirstSight &AtFirst, SiteTable &Sites,
                       FunctionAnalysisManager &Analyses) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<Loop *, 4> Candidates;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (AtFirst.mayBeWaiting(*L, Dominators, any_of(Candidates, [&](const Loop *Outer) {
          return Outer->contains(L);
        })))
      Candidates.push_back(L);
  if (Candidates.empty())
    return;

  ValueToValueMapTy InCopy;
  DISubprogram *Debug = F.getSubprogram();
  F.setSubprogram(nullptr); // or CloneFunction would look at all debug information of the module
  Function *Copy = CloneFunction(&F, InCopy);
  F.setSubprogram(Debug);
  stripDebugInfo(*Copy); // which all that follows would have to keep
  Copy->removeFnAttr(Attribute::OptimizeNone);
  Type *Word = Type::getInt32Ty(F.getContext());
  FunctionCallee Markers[] = {
      F.getParent()->getOrInsertFunction(Mark, Type::getVoidTy(F.getContext()), Word),
      F.getParent()->getOrInsertFunction(FirstMark, Type::getVoidTy(F.getContext()), Word)};
  auto PutMark = [&](FunctionCallee Marker, unsigned Number, Instruction *Before) {
    auto *Call = CallInst::Create(Marker, {ConstantInt::get(Word, Number)}, "", Before);
    Call->setDoesNotThrow();
    Call->setCannotDuplicate();
  };
  SmallVector<Instruction *, 4> First;
  for (unsigned I = 0; I < Candidates.size(); ++I) {
    auto *Header = cast<BasicBlock>(InCopy[Candidates[I]->getHeader()]);
    PutMark(Markers[0], I, &*Header->getFirstInsertionPt());
    First.push_back(operationBefore(*Candidates[I]));
    if (First[I])
      PutMark(Markers[1], I, cast<Instruction>(InCopy[First[I]]));
  }
  const auto Lossy = simplifyLoops(*Copy, Analyses);

  DominatorTree CopyDominators(*Copy);
  LoopInfo CopyLoops(CopyDominators);
  EscapeAnalysis Escape;
  Announcer Hooks(F, InCopy, Sites, Escape);
  for (Loop *Same : CopyLoops.getLoopsInPreorder())
    if (std::optional<unsigned> Number = numberOf(*Same))
      if (auto Found =
              waitingLoop(*Same, CopyLoops, CopyDominators, Escape, Lossy.contains(*Number)))
        Hooks.announce(*Candidates[*Number], *Found, Candidates, First[*Number]);
  Analyses.clear(*Copy, Copy->getName());
  Copy->eraseFromParent();
  for (FunctionCallee Marker : Markers)
    cast<Function>(Marker.getCallee())->eraseFromParent();
  removeUnreachableBlocks(F);
}

void announceWaitingLoops(ArrayRef<Function *> Functions, SiteTable &Sites,
                          FunctionAnalysisManager &Analyses) {
  FirstSight AtFirst;
  for (Function *F : Functions)
    announceIn(*F, AtFirst, Sites, Analyses);
}

} // namespace mcmini
