//===- pass/StackVariables.cpp - The lifetime of a function's variables ----------------===//
// A variable ends where its function returns: that is a write, as a free is. It is announced for
// variables whose address is stored somewhere or given to a new thread. Before its first write an
// atomic variable has a value that the runtime knows.
//===----------------------------------------------------------------------------------===//
#include "StackVariables.h"
#include "AccessName.h"
#include "Llvm.h"
#include "MemberName.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <mcmini/hooks.h>

using namespace llvm;

namespace mcmini {

static uint64_t sizeOf(const AllocaInst &Variable) {
  const DataLayout &Layout = Variable.getModule()->getDataLayout();
  return Layout.getTypeStoreSize(Variable.getAllocatedType()).getFixedValue();
}

static SmallVector<AllocaInst *, 8> variables(Function &F) {
  SmallVector<AllocaInst *, 8> Found;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (Variable->isStaticAlloca() && !Variable->isArrayAllocation())
        Found.push_back(Variable);
  return Found;
}

//===- Before the first write ------------------------------------------------------===//

static bool isAtomicAccess(const User *By) {
  auto *I = dyn_cast<Instruction>(By);
  return I && I->isAtomic() && !isa<FenceInst>(I);
}

static bool isAtomicVariable(AllocaInst &Variable) {
  Type *T = Variable.getAllocatedType();
  if (sizeOf(Variable) != 4 && sizeOf(Variable) != 8)
    return false;
  if (auto *Struct = dyn_cast<StructType>(T))
    return Struct->hasName() && (startsWith(Struct->getName(), "struct.std::atomic") ||
                                 startsWith(Struct->getName(), "class.std::atomic"));
  const DebugVariable Debug = debugVariableAt(&Variable);
  return (T->isIntegerTy() || T->isPointerTy()) &&
         (any_of(Variable.users(), isAtomicAccess) ||
          (Debug.Variable && !Debug.IsIndirect && isAtomicQualified(Debug.Variable->getType())));
}

static void storeMark(Instruction *Before, AllocaInst &Variable) {
  IRBuilder<> Builder(Before);
  Type *Word = Builder.getIntNTy(8 * sizeOf(Variable));
  Builder.CreateAlignedStore(ConstantInt::get(Word, MC_NEVER_WRITTEN & (~0ull >> (64 - 8 * sizeOf(Variable)))),
                             Builder.CreatePointerCast(&Variable, Word->getPointerTo()),
                             Variable.getAlign());
}

/// Where the variable's life begins: in each turn of a loop, or with the function.
static SmallVector<Instruction *, 2> begins(AllocaInst &Variable) {
  SmallVector<Instruction *, 2> Found;
  for (User *By : Variable.users())
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(By))
      if (Intrinsic->getIntrinsicID() == Intrinsic::lifetime_start)
        Found.push_back(Intrinsic->getNextNode());
  if (Found.empty()) {
    BasicBlock::iterator Start = Variable.getParent()->getFirstInsertionPt();
    while (isa<AllocaInst>(Start))
      ++Start;
    Found.push_back(&*Start);
  }
  return Found;
}

/// Is it written before whatever else is done with it?
static bool isInitialised(const AllocaInst &Variable, const DominatorTree &Tree) {
  auto IsFirst = [&](const User *First) {
    auto *Store = dyn_cast<StoreInst>(First);
    return Store && Store->getPointerOperand() == &Variable &&
           all_of(Variable.users(), [&](const User *By) {
             auto *I = dyn_cast<Instruction>(By);
             return By == First || (I && (I->isLifetimeStartOrEnd() || Tree.dominates(Store, I)));
           });
  };
  return any_of(Variable.users(), IsFirst);
}

void markUninitialised(Function &F, SiteTable &Sites) {
  Module &M = *F.getParent();
  Type *Pointer = bytePointerType(M.getContext());
  SmallVector<AllocaInst *, 8> Atomics;
  copy_if(variables(F), std::back_inserter(Atomics),
          [](AllocaInst *Variable) { return isAtomicVariable(*Variable); });
  if (Atomics.empty())
    return;
  const DominatorTree Tree(F);
  for (AllocaInst *Variable : Atomics) {
    if (isInitialised(*Variable, Tree))
      continue;
    SmallVector<Instruction *, 4> Reads;
    for (User *By : Variable->users())
      if (isAtomicAccess(By) && !isa<StoreInst>(By))
        Reads.push_back(cast<Instruction>(By));
    for (Instruction *Read : Reads) {
      IRBuilder<> Builder(Read);
      FunctionCallee Hook = M.getOrInsertFunction("__mcmini_initialised", Builder.getVoidTy(),
                                                  Pointer, Pointer, Builder.getInt32Ty());
      CallInst *Call = Builder.CreateCall(
          Hook, {Sites.get(*Read, accessName(*Read, Variable, sizeOf(*Variable))),
                 Builder.CreatePointerCast(Variable, Pointer),
                 Builder.getInt32(sizeOf(*Variable))});
      Call->setTailCallKind(CallInst::TCK_NoTail);
      Call->addParamAttr(1, Attribute::NoCapture);
    }
    for (Instruction *Begin : begins(*Variable))
      storeMark(Begin, *Variable);
  }
}

//===- After the end --------------------------------------------------------------===//

static bool makesThread(const CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  return Callee && (Callee->getName() == "__mcmini_pthread_create" ||
                    Callee->getName() == "__mcmini_thrd_create");
}

/// Is the address kept in memory, or given to a new thread?
static bool isKept(Value *Address, SmallPtrSetImpl<Value *> &Seen) {
  if (!Seen.insert(Address).second)
    return false;
  for (Use &U : Address->uses()) {
    User *By = U.getUser();
    if (isa<GEPOperator>(By) || isa<BitCastOperator>(By) || isa<PHINode>(By) ||
        isa<SelectInst>(By)) {
      if (isKept(By, Seen))
        return true;
    } else if (auto *Store = dyn_cast<StoreInst>(By)) {
      if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
        continue;
      auto *Holder = dyn_cast<AllocaInst>(Store->getPointerOperand());
      if (!Holder || !isAllocaPromotable(Holder))
        return true;
      for (User *Reader : Holder->users())
        if (isa<LoadInst>(Reader) && isKept(Reader, Seen))
          return true;
    } else if (isa<AtomicRMWInst>(By) || isa<AtomicCmpXchgInst>(By)) {
      if (U.getOperandNo() != 0)
        return true;
    } else if (auto *Call = dyn_cast<CallBase>(By)) {
      if (!Call->isArgOperand(&U))
        continue;
      const unsigned Index = Call->getArgOperandNo(&U);
      auto *Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (makesThread(*Call) && Index + 1 == Call->arg_size())
        return true;
      if (Callee && !Callee->isDeclaration() && Index < Callee->arg_size() &&
          isKept(Callee->getArg(Index), Seen))
        return true;
    }
  }
  return false;
}

static void announceMain(Function &Main) {
  BasicBlock::iterator Start = Main.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(Start))
    ++Start;
  IRBuilder<> Builder(&*Start);
  Builder.CreateCall(
      Main.getParent()->getOrInsertFunction("__mcmini_main_begins", Builder.getVoidTy()));
}

void announceEnds(Function &F, SiteTable &Sites) {
  SmallVector<AllocaInst *, 8> Kept;
  if (F.getName() == "main")
    announceMain(F);
  if (F.getName() == "main" || isCoroutine(F) || isLibraryFunction(F))
    return;
  for (AllocaInst *Variable : variables(F)) {
    SmallPtrSet<Value *, 16> Seen;
    if (isKept(Variable, Seen))
      Kept.push_back(Variable);
  }
  if (Kept.empty())
    return;
  Module &M = *F.getParent();
  Type *Pointer = bytePointerType(M.getContext());
  const bool MayThrow = startsWith(F.getName(), "_Z"); // what C calls throws nothing
  EscapeEnumerator Ends(F, "mcmini.end", MayThrow);
  while (IRBuilder<> *Builder = Ends.Next()) {
    Instruction &End = *Builder->GetInsertPoint();
    if (!End.getDebugLoc() && F.getSubprogram()) // where an exception leaves
      End.setDebugLoc(DILocation::get(F.getContext(), F.getSubprogram()->getLine(), 0,
                                      F.getSubprogram()));
    FunctionCallee Hook =
        M.getOrInsertFunction("__mcmini_write_range", Builder->getVoidTy(), Pointer, Pointer,
                              Builder->getInt64Ty());
    for (AllocaInst *Variable : Kept)
      Builder
          ->CreateCall(Hook, {Sites.get(End, accessName(End, Variable, sizeOf(*Variable))),
                              Builder->CreatePointerCast(Variable, Pointer),
                              Builder->getInt64(sizeOf(*Variable))})
          ->setTailCallKind(CallInst::TCK_NoTail);
  }
}

} // namespace mcmini
