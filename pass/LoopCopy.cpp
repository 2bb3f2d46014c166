//===- pass/LoopCopy.cpp - A copy of a function in which loops can be compared --------===//
// It is analysed and thrown away, so that it may lose what the function itself must keep: calls,
// pauses, reads of memory.
//===----------------------------------------------------------------------------------===//
#include "LoopCopy.h"
#include "Assembly.h"
#include "Escape.h"
#include "Llvm.h"
#include "Turn.h"
#include "llvm/Analysis/LoopInfo.h"
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

/// Does it construct, or destroy, a variable that a loop uses?
static bool isOfVariableInLoop(const CallBase &Call, const LoopInfo &Loops) {
  return any_of(Call.args(), [&](const Value *Argument) {
    auto *Variable = dyn_cast<AllocaInst>(Argument);
    return Variable && any_of(Variable->users(), [&](const User *Use) {
             return Loops.getLoopFor(cast<Instruction>(Use)->getParent());
           });
  });
}

/// Those in loops, those that may be the first try, and what they call.
static void inlineCalls(Function &F) {
  std::vector<std::pair<CallBase *, unsigned>> Calls;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const bool IsFirst = I.getPrevNode() && numberIn(*I.getPrevNode(), FirstMark);
    if (Call && (Loops.getLoopFor(I.getParent()) || isOfVariableInLoop(*Call, Loops) || IsFirst))
      Calls.push_back({Call, 0});
  }
  while (!Calls.empty()) {
    auto [Call, Depth] = Calls.back();
    Calls.pop_back();
    InlineFunctionInfo Info;
    if (Depth < MaxCallDepth && isStaticFunction(*Call) && InlineFunction(*Call, Info).isSuccess())
      for (CallBase *New : Info.InlinedCallSites)
        Calls.push_back({New, Depth + 1});
  }
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
  Passes.addPass(ADCEPass());          // counters of turns
  Passes.addPass(SimplifyCFGPass());
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

SmallSet<unsigned, 2> simplifyLoops(Function &Copy, FunctionAnalysisManager &Analyses) {
  SmallSet<unsigned, 2> Lossy;
  inlineCalls(Copy);
  removePauses(Copy);
  replaceAssembly(Copy);
  compareBools(Copy);
  makeVariablesValues(Copy, Analyses);
  const auto Reads = plainReads(Copy);
  simplify(Copy, Analyses);
  for (const auto &[Number, Read] : Reads)
    if (!Read.pointsToAliveValue())
      Lossy.insert(Number);
  return Lossy;
}

} // namespace mcmini
