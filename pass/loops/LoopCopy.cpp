//===- pass/loops/LoopCopy.cpp - A copy of a function in which loops can be compared --===//
// It is analysed and thrown away, so that it may lose what the function itself must keep: calls,
// pauses, reads of memory.
//===----------------------------------------------------------------------------------===//
#include "LoopCopy.h"
#include "Iteration.h"
#include "pass/Assembly.h"
#include "pass/Escape.h"
#include "pass/Llvm.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace mcmini {

enum { MaxCallDepth = 6 }; // of functions called in a loop
/// Instructions that may be copied for one call, and for all of a function: a loop that only waits
/// calls little, and what others call may grow with each level to the power of the calls in it.
enum { MaxCopied = 2000, MaxCopiedInAll = 6000 };

/// Does it construct, or destroy, a variable that a loop uses?
static bool isOfVariableInLoop(const CallBase &Call, const LoopInfo &Loops) {
  return any_of(Call.args(), [&](const Value *Argument) {
    auto *Variable = dyn_cast<AllocaInst>(Argument);
    return Variable && any_of(Variable->users(), [&](const User *Use) {
             return Loops.getLoopFor(cast<Instruction>(Use)->getParent());
           });
  });
}

/// What `First` calls, and what that calls; as far as there is room for. Returns what is left of
/// it.
static unsigned inlineCall(CallBase *First, unsigned Room) {
  std::vector<std::pair<CallBase *, unsigned>> Calls{{First, 0}};
  unsigned Left = std::min<unsigned>(Room, MaxCopied);
  const unsigned Rest = Room - Left;
  while (!Calls.empty()) {
    auto [Call, Depth] = Calls.back();
    Calls.pop_back();
    if (Depth == MaxCallDepth || !isStaticFunction(*Call))
      continue;
    const unsigned Size = Call->getCalledFunction()->getInstructionCount();
    InlineFunctionInfo Info;
    if (Size > Left || !InlineFunction(*Call, Info).isSuccess())
      continue;
    Left -= Size;
    for (CallBase *New : Info.InlinedCallSites)
      Calls.push_back({New, Depth + 1});
  }
  return Rest + Left;
}

/// Each gets its share of the room, those with little to copy first.
static unsigned inlineCalls(SmallVectorImpl<CallBase *> &Calls, unsigned Room) {
  auto SizeOf = [](const CallBase *Call) {
    return isStaticFunction(*Call) ? Call->getCalledFunction()->getInstructionCount() : 0;
  };
  sort(Calls, [&](const CallBase *A, const CallBase *B) { return SizeOf(A) < SizeOf(B); });
  for (size_t I = 0; I < Calls.size(); ++I) {
    const unsigned Share = Room / (unsigned)(Calls.size() - I);
    Room = Room - Share + inlineCall(Calls[I], Share);
  }
  return Room;
}

static bool isInNumberedLoop(const Loop *L) {
  while (L && !numberOf(*L))
    L = L->getParentLoop();
  return L;
}

/// Those in loops, those that may be the first try, and what they call. Loops that may be waiting
/// come first.
static void inlineCalls(Function &F) {
  SmallVector<CallBase *, 16> Numbered, Others;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const bool IsFirst = I.getPrevNode() && numberIn(*I.getPrevNode(), FirstMark);
    const Loop *L = Loops.getLoopFor(I.getParent());
    if (IsFirst || isInNumberedLoop(L))
      Numbered.push_back(Call);
    else if (L || isOfVariableInLoop(*Call, Loops))
      Others.push_back(Call);
  }
  inlineCalls(Others, inlineCalls(Numbered, MaxCopiedInAll));
}

/// A bool in memory is 0 or 1: to look at its lowest bit is to look at all of it, and as a number
/// it is what is in memory.
static void compareBools(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Bool = dyn_cast<TruncInst>(&I);
    if (!Bool || !Bool->getType()->isIntegerTy(1) || !Bool->getSrcTy()->isIntegerTy(8))
      continue;
    Value *Byte = Bool->getOperand(0);
    for (User *Use : make_early_inc_range(Bool->users()))
      if (auto *Number = dyn_cast<ZExtInst>(Use))
        Number->replaceAllUsesWith(IRBuilder<>(Number).CreateZExtOrTrunc(Byte, Number->getType()));
    Bool->replaceAllUsesWith(IRBuilder<>(Bool).CreateIsNotNull(Byte));
    Bool->eraseFromParent();
  }
}

/// What only decides how long to pause is then used by nobody.
static void removePauses(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !isPause(*Call) || !Call->use_empty())
      continue;
    if (auto *Invoke = dyn_cast<InvokeInst>(Call)) // there is something to be destroyed
      Call = changeToCall(Invoke);
    Call->eraseFromParent();
  }
}

static void makeVariablesValues(Function &F, FunctionAnalysisManager &Analyses) {
  FunctionPassManager Passes;
  addScalarReplacement(Passes);
  Passes.run(F, Analyses);
}

static void simplify(Function &F, FunctionAnalysisManager &Analyses) {
  FunctionPassManager Passes;
  Passes.addPass(LowerExpectIntrinsicPass());
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(JumpThreadingPass()); // ways out past the end of a variable's life
  Passes.addPass(ADCEPass());          // counters of iterations
  Passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  Passes.addPass(InstCombinePass());
  Passes.run(F, Analyses);
}

/// With the numbers of the loops around them.
static SmallVector<std::pair<unsigned, WeakTrackingVH>, 8> plainReads(Function &F) {
  SmallVector<std::pair<unsigned, WeakTrackingVH>, 8> Found;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  EscapeAnalysis Escape;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (std::optional<unsigned> Number = numberOf(*L))
      for (BasicBlock *Block : L->blocks())
        for (Instruction &I : *Block)
          if (isPlainRead(I, Escape))
            Found.emplace_back(*Number, &I);
  return Found;
}

// old = count; while (!compare_exchange(&count, old, old + 1)) old = count;
// LLVM merges the two reads into one at the beginning of the iteration. The copy's iterations would
// carry nothing, where the function's carry what the last one has read.
static void markReads(Function &F) {
  for (Instruction &I : instructions(F))
    if (isa<LoadInst>(I))
      I.setMetadata(ReadMark, MDNode::get(F.getContext(), {}));
}

SmallSet<unsigned, 2> simplifyLoops(Function &Copy, FunctionAnalysisManager &Analyses) {
  SmallSet<unsigned, 2> Lossy;
  inlineCalls(Copy);
  stripDebugInfo(Copy);
  removePauses(Copy);
  replaceAssembly(Copy);
  compareBools(Copy);
  makeVariablesValues(Copy, Analyses);
  const auto Reads = plainReads(Copy);
  markReads(Copy);
  simplify(Copy, Analyses);
  for (const auto &[Number, Read] : Reads)
    if (!Read.pointsToAliveValue())
      Lossy.insert(Number);
  return Lossy;
}

} // namespace mcmini
