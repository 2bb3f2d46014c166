//===- pass/WaitingLoop.cpp - Loops that only wait for memory to change --------------===//
//     while (!pool->ready) {}                          waits
//     for (p = head; p->next; p = p->next) {}          does not: p differs in every turn
// Before optimisation the loop's variables are in memory, so what a turn carries into the next is
// asked of a copy of the function in which they are values.
//===----------------------------------------------------------------------------------===//
#include "WaitingLoop.h"
#include "CleanUp.h"
#include "Llvm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace mcmini {

enum { MaxCallDepth = 4 }; // of small functions called in the condition of a loop

//===- What a turn may do ---------------------------------------------------------===//

static bool onlyReads(const Instruction &I, int Depth);

bool isPauseAssembly(const InlineAsm &Assembly) {
  SmallVector<StringRef, 4> Words;
  SplitString(Assembly.getAsmString(), Words, " \t\n;");
  return all_of(Words, [](StringRef Word) {
    return Word == "pause" || Word == "rep" || Word == "nop" || Word == "yield";
  });
}

/// A function of this module without effects: at -O0 accessors are calls.
static bool isReadingFunction(const Function &F, int Depth) {
  return Depth < MaxCallDepth && !F.isDeclaration() && !F.isInterposable() &&
         all_of(instructions(F), [=](const Instruction &I) { return onlyReads(I, Depth + 1); });
}

static bool isReadingCall(const CallBase &Call, int Depth) {
  if (isa<DbgInfoIntrinsic>(Call) || Call.isLifetimeStartOrEnd())
    return true;
  if (Call.isInlineAsm())
    return isPauseAssembly(*cast<InlineAsm>(Call.getCalledOperand()));
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  return Callee->getName() == "llvm.x86.sse2.pause" ||
         (Call.onlyReadsMemory() && Call.doesNotThrow()) || isReadingFunction(*Callee, Depth);
}

/// No effect but on the function's own scalar variables. Volatile reads are reads.
static bool onlyReads(const Instruction &I, int Depth) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isAtomic();
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    auto *Variable = dyn_cast<AllocaInst>(Store->getPointerOperand());
    return Variable && isAllocaPromotable(Variable);
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return isReadingCall(*Call, Depth);
  return !I.mayHaveSideEffects() || isa<ReturnInst>(I);
}

static bool bodyOnlyReads(const Loop &L) {
  return all_of(L.blocks(), [](const BasicBlock *Block) {
    return all_of(*Block, [](const Instruction &I) { return onlyReads(I, 0); });
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

static bool readsSharedMemory(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        return othersMayWrite(Load->getPointerOperand());
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && !Call->isInlineAsm() && !isa<IntrinsicInst>(Call) &&
             !Call->doesNotAccessMemory();
    });
  });
}

static bool carriesValue(const Loop &L) {
  return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
    return any_of(Phi.blocks(), [&](BasicBlock *From) {
      const Value *Carried = Phi.getIncomingValueForBlock(From);
      return L.contains(From) && Carried != &Phi && !L.isLoopInvariant(Carried);
    });
  });
}

//===- Loops ----------------------------------------------------------------------===//

static bool hasSingleEdge(const BasicBlock *From, const BasicBlock *To) {
  return count(successors(From), To) == 1;
}

static void appendBackEdges(Loop &L, SmallVectorImpl<BackEdge> &Edges) {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  for (BasicBlock *Latch : Latches)
    if (hasSingleEdge(Latch, L.getHeader()))
      Edges.push_back({Latch, L.getHeader(), L.getStartLoc()});
}

SmallVector<BackEdge, 4> waitingLoopBackEdges(Function &F) {
  SmallVector<BackEdge, 4> Edges;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<Loop *, 4> Candidates;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (!L->hasNoExitBlocks() && bodyOnlyReads(*L))
      Candidates.push_back(L);
  if (Candidates.empty())
    return Edges;

  ValueToValueMapTy InCopy;
  Function *Copy = CloneFunction(&F, InCopy);
  promoteVariables(*Copy);
  DominatorTree CopyDominators(*Copy);
  LoopInfo CopyLoops(CopyDominators);
  for (Loop *L : Candidates) {
    const Loop *Same = CopyLoops.getLoopFor(cast<BasicBlock>(InCopy[L->getHeader()]));
    if (readsSharedMemory(*Same) && !carriesValue(*Same))
      appendBackEdges(*L, Edges);
  }
  Copy->eraseFromParent();
  return Edges;
}

} // namespace mcmini
