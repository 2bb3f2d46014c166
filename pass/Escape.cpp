//===- pass/Escape.cpp - Who may reach this memory? -----------------------------------===//
// Follows a pointer through casts, choices, the function's own variables and the parameters of the
// module's functions. Before optimisation LLVM's own analysis would give up at the first of these:
// a parameter is at once stored into its variable. Whoever compares a pointer learns nothing of the
// memory. Not followed: pointers in integers and in members of structures.
//===----------------------------------------------------------------------------------===//
#include "Escape.h"
#include "Assembly.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "Ranges.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace mcmini {

enum { MaxDepth = 32 }; // of functions through which a pointer is passed on

/// The function's own variable, not yet a value, from which `Object` was loaded; else null.
static AllocaInst *variableOf(const Value *Object) {
  auto *Load = dyn_cast<LoadInst>(Object);
  auto *Variable = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Variable && isAllocaPromotable(Variable) ? const_cast<AllocaInst *>(Variable) : nullptr;
}

Owner EscapeAnalysis::ownerOf(Value *Address) {
  Owner Common = Owner::Function;
  SmallVector<const Value *, 4> Pending;
  SmallPtrSet<const Value *, 8> Seen;
  auto Add = [&](const Value *V) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(V, Objects);
    for (const Value *Object : Objects)
      if (!isa<ConstantPointerNull>(Object) && !isa<UndefValue>(Object) &&
          Seen.insert(Object).second)
        Pending.push_back(Object);
  };
  Add(Address);
  while (!Pending.empty() && Common != Owner::Everybody) {
    Value *Object = const_cast<Value *>(Pending.pop_back_val());
    if (AllocaInst *Variable = variableOf(Object)) {
      for (User *Use : Variable->users())
        if (auto *Store = dyn_cast<StoreInst>(Use))
          Add(Store->getValueOperand());
    } else {
      Common = std::min(Common, ownerOfObject(Object));
    }
  }
  return Common;
}

bool EscapeAnalysis::isThreadsOwn(GlobalVariable &Variable) {
  return Variable.isThreadLocal() && fateOf(&Variable) == Stays;
}

Owner EscapeAnalysis::ownerOfObject(Value *Object) {
  auto IsFunctionsIf = [](bool Is) { return Is ? Owner::Function : Owner::Everybody; };
  if (Value *Variable = threadLocalVariable(Object))
    Object = Variable;
  if (auto *Global = dyn_cast<GlobalVariable>(Object))
    return Global->hasLocalLinkage() && !Global->isConstant() && isThreadsOwn(*Global)
               ? Owner::Thread
               : IsFunctionsIf(Global->isConstant());
  if (auto *Parameter = dyn_cast<Argument>(Object))
    return IsFunctionsIf(Parameter->hasByValAttr() && fateOf(Parameter) == Stays);
  if (isa<AllocaInst>(Object))
    return IsFunctionsIf(fateOf(Object) != Escapes);
  return IsFunctionsIf(isNoAliasCall(Object) && fateOf(Object) == Stays); // malloc
}

EscapeAnalysis::Fate EscapeAnalysis::fateOf(Value *Root) {
  auto Found = Known.find(Root);
  if (Found != Known.end())
    return Found->second;
  if (!Walked.empty() && Walked.back() == Root)
    return Stays; // a function passes its parameter on to itself
  if (is_contained(Walked, Root) || Walked.size() == MaxDepth)
    return Escapes;
  Walked.push_back(Root);
  Fate Result = walk(Root);
  Walked.pop_back();
  return Known[Root] = Result;
}

/// What C++ code calls for the address of a thread-local variable.
static bool isThreadLocalWrapper(const Function &F) { return startsWith(F.getName(), "_ZTW"); }

/// Of intrinsics only these keep what they are given.
static bool keepsNothing(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::objectsize:
  case Intrinsic::prefetch:
  case Intrinsic::vastart:
  case Intrinsic::vaend:
  case Intrinsic::vacopy:
    return true;
  default:
    StringRef Name = Call.getCalledFunction()->getName();
    return isa<MemIntrinsic>(Call) || isa<DbgInfoIntrinsic>(Call) ||
           startsWith(Name, "llvm.x86.") || startsWith(Name, "llvm.masked.");
  }
}

EscapeAnalysis::Fate EscapeAnalysis::fateOfArgument(CallBase &Call, unsigned Index) {
  if (Call.isByValArgument(Index))
    return Stays;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    if (keepsNothing(*Intrinsic))
      return Stays;
    if (threadLocalVariable(Intrinsic))
      return IsReturned;
  }
  if (Call.doesNotCapture(Index))
    return Stays;
  if (Call.isInlineAsm())
    return isMemoryOperand(Call, Index) ? Stays : Escapes;
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return Escapes;
  if (isPlainHook(*Callee))
    return Stays;
  if (forgetsPointers(*Callee))
    return Call.getType()->isPointerTy() ? IsReturned : Stays;
  if (Callee->isDeclaration() || Callee->isInterposable() || Index >= Callee->arg_size())
    return Escapes;
  return fateOf(Callee->getArg(Index));
}

EscapeAnalysis::Fate EscapeAnalysis::walk(Value *Root) {
  SmallVector<Value *, 16> Pending{Root};
  SmallPtrSet<Value *, 16> Seen{Root};
  Fate Result = Stays;
  auto Follow = [&](Value *V) {
    if (Seen.insert(V).second)
      Pending.push_back(V);
  };
  while (!Pending.empty()) {
    Value *V = Pending.pop_back_val();
    for (Use &U : V->uses()) {
      User *By = U.getUser();
      if (isa<LoadInst>(By) || isa<ICmpInst>(By) || isa<VAArgInst>(By))
        continue;
      if (isa<GEPOperator>(By) || isa<BitCastOperator>(By) || isa<AddrSpaceCastOperator>(By) ||
          isa<PHINode>(By) || isa<SelectInst>(By) || isa<FreezeInst>(By)) {
        Follow(By);
      } else if (isa<AtomicRMWInst>(By) || isa<AtomicCmpXchgInst>(By)) {
        if (U.getOperandNo() != 0)
          return Escapes;
      } else if (auto *Store = dyn_cast<StoreInst>(By)) {
        if (U.getOperandNo() == StoreInst::getPointerOperandIndex())
          continue;
        auto *Variable = dyn_cast<AllocaInst>(Store->getPointerOperand());
        if (!Variable || !isAllocaPromotable(Variable))
          return Escapes;
        for (User *Reader : Variable->users())
          if (isa<LoadInst>(Reader))
            Follow(Reader);
      } else if (auto *Return = dyn_cast<ReturnInst>(By)) {
        Function *From = Return->getFunction();
        if (!isThreadLocalWrapper(*From)) {
          Result = IsReturned;
          continue;
        }
        for (Use &Called : From->uses()) {
          auto *Caller = dyn_cast<CallBase>(Called.getUser());
          if (!Caller || !Caller->isCallee(&Called))
            return Escapes;
          Follow(Caller);
        }
      } else if (auto *Call = dyn_cast<CallBase>(By)) {
        if (Call->isCallee(&U) || (!Call->isArgOperand(&U) && isa<AssumeInst>(Call)))
          continue;
        Fate Passed =
            Call->isArgOperand(&U) ? fateOfArgument(*Call, Call->getArgOperandNo(&U)) : Escapes;
        if (Passed == Escapes)
          return Escapes;
        if (Passed == IsReturned)
          Follow(Call);
      } else {
        return Escapes;
      }
    }
  }
  return Result;
}

} // namespace mcmini
