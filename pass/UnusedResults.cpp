//===- pass/UnusedResults.cpp - Modifications whose result nobody uses ----------------===//
// The copy differs from its original only in an attribute, so that a debugger still shows what it
// returns. It is the module's own: no other module's callers can reach it.
//===----------------------------------------------------------------------------------===//
#include "UnusedResults.h"
#include "Accesses.h"
#include "HookedCalls.h"
#include "Llvm.h"
#include "Operations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace mcmini {

static constexpr char IsUnused[] = "mcmini-result-unused"; // an attribute
static constexpr char Suffix[] = ".unused";                // of the copy's symbol

enum { MaxSize = 200 }; // of a function that is copied, in instructions

//===- What becomes of a value ----------------------------------------------------===//

namespace {
enum Fate { Unused, Returned, Used };
} // namespace

/// Appends what loads from a variable, or a part of it, at `Address`. False: others may, too.
static bool appendLoads(const Value *Address, SmallVectorImpl<const Value *> &Loads) {
  return all_of(Address->users(), [&](const User *Use) {
    if (isa<LoadInst>(Use))
      Loads.push_back(Use);
    else if (auto *Store = dyn_cast<StoreInst>(Use))
      return Store->getValueOperand() != Address;
    else if (isa<BitCastInst>(Use) || isa<GetElementPtrInst>(Use))
      return appendLoads(Use, Loads);
    else
      return cast<Instruction>(Use)->isLifetimeStartOrEnd();
    return true;
  });
}

/// At -O0 a value is stored into a variable and loaded again.
static bool isIntoVariable(const StoreInst &Store, SmallVectorImpl<const Value *> &Loads) {
  auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Store.getPointerOperand()));
  return Variable && appendLoads(Variable, Loads);
}

/// Its result depends on its operands, and nothing else does.
static bool isComputation(const User &Use) {
  if (auto *Binary = dyn_cast<BinaryOperator>(&Use))
    return !Binary->isIntDivRem();
  return isa<CastInst>(Use) || isa<CmpInst>(Use) || isa<SelectInst>(Use) || isa<PHINode>(Use) ||
         isa<FreezeInst>(Use) || isa<ExtractValueInst>(Use) || isa<GetElementPtrInst>(Use);
}

static Fate fateOf(const Value &Result) {
  SmallVector<const Value *, 8> Pending{&Result};
  SmallPtrSet<const Value *, 8> Seen{&Result};
  Fate Worst = Unused;
  auto Follow = [&](const Value *V) {
    if (Seen.insert(V).second)
      Pending.push_back(V);
  };
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    for (const User *Use : V->users()) {
      auto *Store = dyn_cast<StoreInst>(Use);
      SmallVector<const Value *, 4> Loads;
      if (isComputation(*Use)) {
        Follow(Use);
      } else if (isa<ReturnInst>(Use)) {
        Worst = Returned;
      } else if (Store && Store->getPointerOperand() != V && isIntoVariable(*Store, Loads)) {
        for_each(Loads, Follow);
      } else {
        return Used;
      }
    }
  }
  return Worst;
}

bool isUnused(const Value &Result) {
  Fate Found = fateOf(Result);
  auto *I = dyn_cast<Instruction>(&Result);
  return Found == Unused || (Found == Returned && I && I->getFunction()->hasFnAttribute(IsUnused));
}

//===- Copies ---------------------------------------------------------------------===//

namespace {

class Copier {
public:
  Copier(std::vector<Function *> &Functions, std::vector<Function *> &Checked)
      : Functions(Functions), Checked(Checked) {}

  void run() {
    DenseSet<Function *> Instrumented(Functions.begin(), Functions.end());
    for (size_t I = 0; I < Functions.size(); ++I) // copies too
      for (Instruction &Inside : instructions(*Functions[I])) {
        auto *Call = dyn_cast<CallBase>(&Inside);
        Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (Callee && Instrumented.count(Callee) && !Call->isMustTailCall() &&
            !isOperationCall(*Call) && returnsModification(*Callee) && isUnused(*Call))
          Call->setCalledFunction(copyOf(*Callee));
      }
  }

private:
  std::vector<Function *> &Functions, &Checked;
  DenseMap<const Function *, bool> Known;
  DenseMap<const Function *, Function *> Copies;

  static bool mayCopy(const Function &F) {
    return !F.isDeclaration() && !F.isInterposable() && !F.getReturnType()->isVoidTy() &&
           !F.hasFnAttribute(IsUnused) && !isCoroutine(F) && F.getInstructionCount() <= MaxSize;
  }

  /// Does its result, but nothing else, depend on that of a modification?
  bool returnsModification(Function &F) {
    auto [Entry, IsNew] = Known.try_emplace(&F, false); // one that calls itself is left alone
    if (!IsNew || !mayCopy(F))
      return Entry->second;
    bool Found = any_of(instructions(F), [&](Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      return (isModification(I) || (Callee && returnsModification(*Callee))) &&
             fateOf(I) == Returned;
    });
    return Known[&F] = Found;
  }

  Function *copyOf(Function &F) {
    Function *&Copy = Copies[&F];
    if (Copy)
      return Copy;
    ValueToValueMapTy Values;
    Copy = CloneFunction(&F, Values);
    Copy->setName(F.getName() + Suffix);
    Copy->setComdat(nullptr);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setVisibility(GlobalValue::DefaultVisibility);
    Copy->setDSOLocal(true);
    Copy->addFnAttr(IsUnused);
    Functions.push_back(Copy);
    if (is_contained(Checked, &F))
      Checked.push_back(Copy);
    return Copy;
  }
};

} // namespace

void copyForUnusedResults(std::vector<Function *> &Functions, std::vector<Function *> &Checked) {
  Copier(Functions, Checked).run();
}

} // namespace mcmini
