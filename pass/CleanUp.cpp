//===- pass/CleanUp.cpp - Making addresses comparable, without losing an access -------===//
//     for (...) v[i] += v[i - 1];       with std::vector: two calls of operator[] in each iteration
// LLVM's own clean-up comes after the pass, since it drops and merges accesses, and reads both
// sides of a choice. Two of its tools do not: variables become values, and calls become their
// bodies.
//===----------------------------------------------------------------------------------===//
#include "CleanUp.h"
#include "LibraryCalls.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace mcmini {

enum { MaxSize = 16, MaxBlocks = 4, MaxDepth = 64 }; // of a small function; of calls

/// The address of a first member is that of the structure.
static void stripZeroOffsets(AllocaInst &Variable) {
  auto IsUseless = [&](const User *Use) {
    auto *Gep = dyn_cast<GetElementPtrInst>(Use);
    return Gep && Gep->getType() == Variable.getType() && Gep->hasAllZeroIndices();
  };
  for (auto Found = find_if(Variable.users(), IsUseless); Found != Variable.user_end();
       Found = find_if(Variable.users(), IsUseless)) { // also one behind the other
    auto *Gep = cast<GetElementPtrInst>(*Found);
    Gep->replaceAllUsesWith(&Variable);
    Gep->eraseFromParent();
  }
}

/// The one type as which `Variable` is loaded and stored; null if there are several.
static Type *accessedType(const AllocaInst &Variable) {
  Type *Accessed = nullptr;
  for (const User *Use : Variable.users()) {
    Type *Here = nullptr;
    if (auto *Load = dyn_cast<LoadInst>(Use))
      Here = Load->getType();
    else if (auto *Store = dyn_cast<StoreInst>(Use))
      Here = Store->getValueOperand()->getType();
    if (Here && Accessed && Here != Accessed)
      return nullptr;
    Accessed = Here ? Here : Accessed;
  }
  return Accessed;
}

/// A structure of one member, as iterators are, becomes a variable of that member's type.
static AllocaInst *unwrapped(AllocaInst *Variable) {
  stripZeroOffsets(*Variable);
  const DataLayout &Layout = Variable->getModule()->getDataLayout();
  Type *Whole = Variable->getAllocatedType(), *Accessed = accessedType(*Variable);
  if (!isa<StructType>(Whole) || !Accessed || Variable->isArrayAllocation() ||
      Accessed->getPointerTo() != Variable->getType() ||
      Layout.getTypeStoreSize(Accessed) != Layout.getTypeAllocSize(Whole))
    return Variable;
  auto *New = new AllocaInst(Accessed, Variable->getType()->getPointerAddressSpace(), nullptr,
                             Variable->getAlign(), "", Variable);
  New->takeName(Variable);
  New->copyMetadata(*Variable);
  Variable->replaceAllUsesWith(New);
  Variable->eraseFromParent();
  return New;
}

/// Computes a value from values, and does nothing else: unlike a load, which LLVM's own functions
/// delete where nobody uses it.
static bool isPure(Instruction &I) {
  return isa<PHINode>(I) || (wouldInstructionBeTriviallyDead(&I) && !I.mayReadOrWriteMemory() &&
                             !isa<AllocaInst>(I) && !isa<CallBase>(I));
}

/// A counter that nobody reads is not carried around its loop.
static void deleteUnusedValues(Function &F) {
  SmallVector<Instruction *, 32> Used, Unused;
  SmallPtrSet<Instruction *, 32> Seen;
  for (Instruction &I : instructions(F))
    if (!isPure(I) && Seen.insert(&I).second)
      Used.push_back(&I);
  while (!Used.empty())
    for (Value *Operand : Used.pop_back_val()->operands())
      if (auto *From = dyn_cast<Instruction>(Operand); From && Seen.insert(From).second)
        Used.push_back(From);
  for (Instruction &I : instructions(F))
    if (!Seen.count(&I))
      Unused.push_back(&I);
  for (Instruction *I : Unused)
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  for (Instruction *I : Unused)
    I->eraseFromParent();
}

void promoteVariables(Function &F) {
  DominatorTree Dominators(F);
  std::vector<AllocaInst *> All, Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      All.push_back(Variable);
  for (AllocaInst *Variable : All)
    if (AllocaInst *Candidate = unwrapped(Variable); isAllocaPromotable(Candidate))
      Variables.push_back(Candidate);
  if (!Variables.empty())
    PromoteMemToReg(Variables, Dominators);
  deleteUnusedValues(F);
}

//===- Small functions ------------------------------------------------------------===//

static bool isSmall(const Function &F) {
  if (F.isDeclaration() || F.isInterposable() || F.isVarArg() || F.hasPersonalityFn() ||
      F.hasFnAttribute(Attribute::NoInline) || F.hasFnAttribute(Attribute::OptimizeNone) ||
      F.hasFnAttribute(Attribute::Naked) || F.size() > MaxBlocks || isCoroutine(F))
    return false;
  unsigned Size = 0;
  for (const Instruction &I : instructions(F)) {
    if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd())
      continue;
    if (isa<CallBase>(I) || isa<AllocaInst>(I) || I.isAtomic() || ++Size > MaxSize)
      return false;
  }
  return !any_of(F.args(), [](const Argument &A) { return A.hasByValAttr(); });
}

static bool isSameTarget(const Function &A, const Function &B) {
  return A.getFnAttribute("target-features") == B.getFnAttribute("target-features") &&
         A.getFnAttribute("target-cpu") == B.getFnAttribute("target-cpu") &&
         AttributeFuncs::areInlineCompatible(A, B);
}

static bool mayInline(const CallBase &Call, const Function &Callee) {
  const Function &Caller = *Call.getFunction();
  return isSmall(Callee) && &Callee != &Caller && isSameTarget(Caller, Callee) &&
         Call.getFunctionType() == Callee.getFunctionType() && !Call.isMustTailCall() &&
         !Call.isNoInline() && (Call.getDebugLoc() || !Caller.getSubprogram());
}

static void inlineCall(CallBase &Call, Function &Callee) {
  Constant *Site = notedPlace(Call);
  NotedSites Former;
  if (Site)
    Former = replaceSites(Callee, Site);
  InlineFunctionInfo Info;
  InlineFunction(Call, Info);
  restoreSites(Former);
}

namespace {

/// Callees before callers.
class Cleaner {
public:
  explicit Cleaner(ArrayRef<Function *> Functions) : Allowed(Functions.begin(), Functions.end()) {}

  void clean(Function &F, unsigned Depth) {
    if (!Allowed.erase(&F) || F.hasFnAttribute(Attribute::OptimizeNone))
      return;
    promoteVariables(F);
    SmallVector<CallBase *, 16> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Call->getCalledFunction() && !Call->getCalledFunction()->isDeclaration())
          Calls.push_back(Call);
    bool IsChanged = false;
    for (CallBase *Call : Calls) {
      Function &Callee = *Call->getCalledFunction();
      if (Depth < MaxDepth)
        clean(Callee, Depth + 1);
      if (mayInline(*Call, Callee)) {
        inlineCall(*Call, Callee);
        IsChanged = true;
      }
    }
    if (IsChanged)
      promoteVariables(F);
  }

private:
  DenseSet<Function *> Allowed; ///< and not yet cleaned
};

} // namespace

void cleanUp(ArrayRef<Function *> Functions) {
  Cleaner Work(Functions);
  for (Function *F : Functions)
    Work.clean(*F, 0);
}

} // namespace mcmini
