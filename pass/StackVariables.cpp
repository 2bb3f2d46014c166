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
#include "llvm/BinaryFormat/Dwarf.h"
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

static bool isLibraryAtomic(Type *T) {
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->hasName() &&
         (startsWith(Struct->getName(), "struct.std::atomic") ||
          startsWith(Struct->getName(), "class.std::atomic"));
}

namespace {
/// Of a variable; a mark fits into it.
struct Part {
  uint64_t Offset, Size;
};
} // namespace

/// Appends what has 4 or 8 bytes, of a long array the beginning. Is some of it an atomic of the C++
/// library?
static bool appendParts(Type *T, uint64_t Offset, const DataLayout &Layout,
                        SmallVectorImpl<Part> &Parts) {
  enum { MOST = 64 };
  const uint64_t Size = Layout.getTypeStoreSize(T).getFixedValue();
  bool IsAtomic = isLibraryAtomic(T);
  if ((IsAtomic || T->isIntegerTy() || T->isPointerTy()) && (Size == 4 || Size == 8)) {
    if (Parts.size() < MOST)
      Parts.push_back({Offset, Size});
  } else if (auto *Struct = dyn_cast<StructType>(T)) {
    for (unsigned I = 0; I < Struct->getNumElements(); I++)
      IsAtomic |=
          appendParts(Struct->getElementType(I),
                      Offset + Layout.getStructLayout(Struct)->getElementOffset(I), Layout, Parts);
  } else if (auto *Array = dyn_cast<ArrayType>(T)) {
    const uint64_t Step = Layout.getTypeAllocSize(Array->getElementType()).getFixedValue();
    for (uint64_t I = 0; I < Array->getNumElements() && I < MOST; I++)
      IsAtomic |= appendParts(Array->getElementType(), Offset + I * Step, Layout, Parts);
  }
  return IsAtomic;
}

/// Is it atomic, or a structure or array of which some is?
static bool hasAtomic(const DIType *T) {
  if (isAtomicQualified(T))
    return true;
  auto *Whole = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
  if (Whole && Whole->getTag() == dwarf::DW_TAG_array_type)
    return hasAtomic(Whole->getBaseType());
  return Whole && Whole->getTag() == dwarf::DW_TAG_structure_type &&
         any_of(Whole->getElements(), [](const DINode *Element) {
           auto *Member = dyn_cast<DIDerivedType>(Element);
           return Member && !Member->isStaticMember() && hasAtomic(Member->getBaseType());
         });
}

/// Where the marks of a variable go: nowhere if nothing of it is atomic.
static SmallVector<Part, 4> markedParts(AllocaInst &Variable) {
  SmallVector<Part, 4> Parts;
  Type *T = Variable.getAllocatedType();
  const DebugVariable Debug = debugVariableAt(&Variable);
  const bool IsDeclared =
      Debug.Variable && !Debug.IsIndirect && hasAtomic(Debug.Variable->getType());
  if (!appendParts(T, 0, Variable.getModule()->getDataLayout(), Parts) && !IsDeclared &&
      (isa<StructType>(T) || none_of(Variable.users(), isAtomicAccess)))
    Parts.clear();
  return Parts;
}

static void storeMarks(Instruction *Before, AllocaInst &Variable, ArrayRef<Part> Parts) {
  IRBuilder<> Builder(Before);
  Value *Start = Builder.CreatePointerCast(&Variable, bytePointerType(Variable.getContext()));
  for (const Part &P : Parts) {
    Type *Word = Builder.getIntNTy(8 * P.Size);
    Value *At = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Start, P.Offset);
    Builder.CreateAlignedStore(
        ConstantInt::get(Word, MC_NEVER_WRITTEN & (~0ull >> (64 - 8 * P.Size))),
        Builder.CreatePointerCast(At, Word->getPointerTo()),
        commonAlignment(Variable.getAlign(), P.Offset));
  }
}

/// What an atomic access reads: where, and what type.
static std::pair<Value *, Type *> readOf(Instruction &Read) {
  if (auto *Load = dyn_cast<LoadInst>(&Read))
    return {Load->getPointerOperand(), Load->getType()};
  if (auto *Modify = dyn_cast<AtomicRMWInst>(&Read))
    return {Modify->getPointerOperand(), Modify->getType()};
  auto &Exchange = cast<AtomicCmpXchgInst>(Read);
  return {Exchange.getPointerOperand(), Exchange.getNewValOperand()->getType()};
}

/// Of the variable at `Address`, by the function itself.
static void appendAtomicReads(Value &Address, SmallVectorImpl<Instruction *> &Reads) {
  for (User *By : Address.users())
    if (isAtomicAccess(By) && !isa<StoreInst>(By))
      Reads.push_back(cast<Instruction>(By));
    else if (isa<GEPOperator>(By) || isa<BitCastOperator>(By))
      appendAtomicReads(*By, Reads);
}

/// Where the variable's life begins: in each iteration of a loop, or with the function.
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
  SmallVector<std::pair<AllocaInst *, SmallVector<Part, 4>>, 4> Atomics;
  for (AllocaInst *Variable : variables(F))
    if (SmallVector<Part, 4> Parts = markedParts(*Variable); !Parts.empty())
      Atomics.push_back({Variable, Parts});
  if (Atomics.empty())
    return;
  const DominatorTree Tree(F);
  for (const auto &[Variable, Parts] : Atomics) {
    if (isInitialised(*Variable, Tree))
      continue;
    SmallVector<Instruction *, 4> Reads;
    appendAtomicReads(*Variable, Reads);
    for (Instruction *Read : Reads) {
      const auto [Address, Accessed] = readOf(*Read);
      const uint64_t Size = M.getDataLayout().getTypeStoreSize(Accessed).getFixedValue();
      if (Size != 4 && Size != 8)
        continue;
      IRBuilder<> Builder(Read);
      FunctionCallee Hook = M.getOrInsertFunction("__mcmini_initialised", Builder.getVoidTy(),
                                                  Pointer, Pointer, Builder.getInt32Ty());
      CallInst *Call = Builder.CreateCall(Hook, {Sites.get(*Read, accessName(*Read, Address, Size)),
                                                 Builder.CreatePointerCast(Address, Pointer),
                                                 Builder.getInt32(Size)});
      Call->setTailCallKind(CallInst::TCK_NoTail);
      Call->addParamAttr(1, Attribute::NoCapture);
    }
    for (Instruction *Begin : begins(*Variable))
      storeMarks(Begin, *Variable, Parts);
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
      End.setDebugLoc(
          DILocation::get(F.getContext(), F.getSubprogram()->getLine(), 0, F.getSubprogram()));
    FunctionCallee Hook = M.getOrInsertFunction("__mcmini_write_range", Builder->getVoidTy(),
                                                Pointer, Pointer, Builder->getInt64Ty());
    for (AllocaInst *Variable : Kept)
      Builder
          ->CreateCall(Hook, {Sites.get(End, accessName(End, Variable, sizeOf(*Variable))),
                              Builder->CreatePointerCast(Variable, Pointer),
                              Builder->getInt64(sizeOf(*Variable))})
          ->setTailCallKind(CallInst::TCK_NoTail);
  }
}

} // namespace mcmini
