//===- pass/HookedCalls.cpp - Calls of thread primitives become hooks ----------------===//
// The hook has the type of the function that it replaces, with the site in front. Calls keep what
// the compiler may conclude about control flow (noreturn, nounwind) and about arguments; nothing
// else holds for a hook, in which every other thread may run. A function of another type is the
// program's own; one of the same type may be, and then the hook calls it.
//===----------------------------------------------------------------------------------===//
#include "HookedCalls.h"
#include "AccessName.h"
#include "Accesses.h"
#include "Llvm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include <cxxabi.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <type_traits>
#include <unistd.h>

extern "C" { // as in mcmini.h
unsigned mc_choose(unsigned);
void mc_assume(bool);
void mc_fail(const char *);
void mc_atomic_begin();
void mc_atomic_end();
}
using abi::__cxa_guard_abort;
using abi::__cxa_guard_acquire;
using abi::__cxa_guard_release;

using namespace llvm;

namespace mcmini {

template <class T> static bool is(const Type &Given) {
  if constexpr (std::is_void_v<T>)
    return Given.isVoidTy();
  else if constexpr (std::is_pointer_v<T>)
    return Given.isPointerTy();
  else
    return Given.isIntegerTy(std::is_same_v<T, bool> ? 1 : 8 * sizeof(T));
}

/// A function that is declared without parameters may be any.
template <class Result, class... Parameters>
static bool isOfType(const FunctionType &Type, Result (*)(Parameters...)) {
  unsigned I = 0;
  return Type.isVarArg() ||
         (is<Result>(*Type.getReturnType()) && Type.getNumParams() == sizeof...(Parameters) &&
          (is<Parameters>(*Type.getParamType(I++)) && ...));
}

template <class Result, class... Parameters>
static bool isOfType(const FunctionType &Type, Result (*)(Parameters..., ...)) {
  return Type.isVarArg();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // pthread_yield
static bool isHooked(StringRef Name, const FunctionType &Type) {
#define MC_HOOK(function)                                                                          \
  if (Name == #function)                                                                           \
    return isOfType(Type, static_cast<decltype(&::function)>(nullptr));
#include <mcmini/hooks.def>
  MC_HOOK(__cxa_guard_acquire) // always the C++ library's
  MC_HOOK(__cxa_guard_release)
  MC_HOOK(__cxa_guard_abort)
#undef MC_HOOK
  return false;
}
#pragma GCC diagnostic pop

static Function *calledFunction(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
}

bool isHookedCall(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  if (!Callee || !(Callee->isDeclaration() || Callee->hasAvailableExternallyLinkage()))
    return false;
  return isHooked(Callee->getName(), *Call.getFunctionType());
}

static AttributeSet controlFlowAttributes(LLVMContext &Context, AttributeSet Attributes) {
  AttrBuilder Kept(Context);
  for (Attribute::AttrKind Kind : {Attribute::NoReturn, Attribute::NoUnwind})
    if (Attributes.hasAttribute(Kind))
      Kept.addAttribute(Kind);
  return AttributeSet::get(Context, Kept);
}

/// The attributes of a function or call of `Arguments` arguments, for the same with a site in
/// front.
static AttributeList hookAttributes(LLVMContext &Context, AttributeList Attributes,
                                    unsigned Arguments) {
  SmallVector<AttributeSet, 8> Parameters{AttributeSet()};
  for (unsigned I = 0; I < Arguments; ++I)
    Parameters.push_back(Attributes.getParamAttrs(I));
  return AttributeList::get(Context, controlFlowAttributes(Context, Attributes.getFnAttrs()),
                            Attributes.getRetAttrs(), Parameters);
}

void replaceByHook(CallBase &Call, FunctionCallee Hook, Constant *Site) {
  SmallVector<Value *, 8> Arguments{Site};
  append_range(Arguments, Call.args());
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);

  IRBuilder<> Builder(&Call);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    New = Builder.CreateInvoke(Hook, Invoke->getNormalDest(), Invoke->getUnwindDest(), Arguments,
                               Bundles);
  } else {
    CallInst *Plain = Builder.CreateCall(Hook, Arguments, Bundles);
    Plain->setTailCallKind(CallInst::TCK_NoTail); // so that a backtrace has the caller
    New = Plain;
  }
  New->setCallingConv(Call.getCallingConv());
  New->setAttributes(hookAttributes(Call.getContext(), Call.getAttributes(), Call.arg_size()));
  New->setDebugLoc(Call.getDebugLoc());
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

void rewriteHookedCall(CallBase &Call, SiteTable &Sites) {
  Module &M = *Call.getModule();
  LLVMContext &Context = M.getContext();
  Function *Callee = calledFunction(Call);

  SmallVector<Type *, 8> Types{bytePointerType(Context)};
  append_range(Types, Call.getFunctionType()->params());
  auto *HookType = FunctionType::get(Call.getType(), Types, Call.getFunctionType()->isVarArg());
  // Who is a barrier's serial thread matters only where the program looks at it.
  const char *Suffix =
      Callee->getName() == "pthread_barrier_wait" && !Call.use_empty() ? "_result" : "";
  FunctionCallee Hook = M.getOrInsertFunction(
      ("__mcmini_" + Callee->getName() + Suffix).str(), HookType,
      hookAttributes(Context, Callee->getAttributes(), Call.getFunctionType()->getNumParams()));
  replaceByHook(Call, Hook, Sites.getOperation(Call, hookedObjectName(Call)));
}

bool isAnnotatedAccess(const CallBase &Call) {
  const Function *Callee = calledFunction(Call);
  return Callee && Callee->getName() == "__mcmini_annotated" && Call.arg_size() == 5;
}

void rewriteAnnotatedAccess(CallBase &Call, SiteTable &Sites) {
  StringRef Name;
  if (!getConstantStringInfo(Call.getArgOperand(4), Name))
    Name = "";
  IRBuilder<> Builder(&Call);
  emitAccess(
      Builder, Sites.getOperation(Call, Name.str()),
      {Call.getArgOperand(0), Call.getArgOperand(1), Call.getArgOperand(2), Call.getArgOperand(3)});
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    Builder.CreateBr(Invoke->getNormalDest());
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
  }
  Call.eraseFromParent();
}

} // namespace mcmini
