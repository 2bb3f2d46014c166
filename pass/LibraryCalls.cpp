//===- pass/LibraryCalls.cpp - Where the program calls the C++ library ---------------===//
// std::mutex::lock() reaches its hook inside a header of the library, std::thread::join() inside a
// shared object: places that say nothing to a user. So the program's code notes its own place in
// the thread before such a call, and puts the former one back after it: a callback (the predicate
// of a wait) returns into a call that is still going on.
//===----------------------------------------------------------------------------------===//
#include "LibraryCalls.h"
#include "AccessName.h"
#include "Accesses.h"
#include "Effects.h"
#include "HookedCalls.h"
#include "Llvm.h"
#include "PlainAccesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace mcmini {

static const Function *calledFunction(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
}

/// Functions that exist in the library's shared object only. Of these, strings, streams and what
/// throws have nothing to do with threads.
static bool mayExternalReach(const Function &F) {
  static const char *const Harmless[] = {"_ZNSt7__cxx1112basic_string",
                                         "_ZNKSt7__cxx1112basic_string", "_ZNSt8ios_base", "_ZStls",
                                         "_ZStrs"};
  StringRef Name = F.getName();
  return !F.doesNotReturn() &&
         none_of(Harmless, [Name](const char *Prefix) { return startsWith(Name, Prefix); });
}

/// Does the function itself contain a visible operation? A count of shared_ptr's is none, as a
/// rule.
static bool containsOperation(Function &F) {
  return !startsWith(F.getName(), "_ZNSt16_Sp_counted_base") &&
         any_of(instructions(F), [](Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return isVisibleAtomic(I) || (Call && !Call->isInlineAsm() && isHookedCall(*Call));
         });
}

/// Does the function itself contain a hook, or something that may be one?
static bool containsHook(Function &F) {
  return hasPlainAccess(F) || containsOperation(F) || any_of(instructions(F), [](Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return isVisibleAtomic(I) || (Call && !Call->isInlineAsm() && !calledFunction(*Call));
         });
}

/// Functions of the library's shared object that make visible operations, of those that programs
/// call.
static bool isExternalOperation(const Function &F) {
  static const char *const Prefixes[] = {
      "_ZNSt6thread4join",
      "_ZNSt6thread6detach",
      "_ZNSt6thread15_M_start_thread",
      "_ZNSt18condition_variable4wait",
      "_ZNSt18condition_variable10notify_",
      "_ZNSt18condition_variableD",
  };
  return any_of(Prefixes, [&F](const char *Prefix) { return startsWith(F.getName(), Prefix); });
}

using Functions = SmallPtrSet<const Function *, 32>;

/// Adds those of the library that call them.
static void addCallers(Functions &Found, SmallVector<const Function *, 32> New) {
  while (!New.empty()) {
    const Function *F = New.pop_back_val();
    if (!Found.insert(F).second)
      continue;
    for (const User *Use : F->users()) {
      auto *Call = dyn_cast<CallBase>(Use);
      if (Call && isLibraryFunction(*Call->getFunction()))
        New.push_back(Call->getFunction());
    }
  }
}

LibraryCalls::LibraryCalls(Module &M) {
  SmallVector<const Function *, 32> Hooked, Operations;
  for (Function &F : M) {
    if (F.isIntrinsic() || !isLibraryFunction(F))
      continue;
    if (F.isDeclaration() ? mayExternalReach(F) : containsHook(F))
      Hooked.push_back(&F);
    if (F.isDeclaration() ? isExternalOperation(F) : containsOperation(F))
      Operations.push_back(&F);
  }
  addCallers(Reaching, Hooked);
  addCallers(Operating, Operations);
}

/// free, operator delete: what they do to memory has no hook. The place of the call is the same in
/// all copies of an inlined function, unlike the code behind it.
static bool isOutsideDeallocation(const Function *F) {
  return F && F->isDeclaration() && isDeallocation(*F);
}

bool LibraryCalls::isAnnounced(const Instruction &I) const {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && (isa<CallInst>(Call) || isa<InvokeInst>(Call)) && !Call->isMustTailCall() &&
         !Call->doesNotReturn() &&
         (Reaching.count(calledFunction(*Call)) || isOutsideDeallocation(calledFunction(*Call)));
}

static GlobalVariable *userSite(Module &M) {
  Type *Pointer = bytePointerType(M.getContext());
  return cast<GlobalVariable>(M.getOrInsertGlobal("__mcmini_user_site", Pointer, [&] {
    return new GlobalVariable(M, Pointer, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                              nullptr, "__mcmini_user_site", nullptr,
                              GlobalValue::InitialExecTLSModel);
  }));
}

static void storeAt(Instruction *Before, Value *Site, GlobalVariable *Variable,
                    const DebugLoc &Location) {
  IRBuilder<> Builder(Before);
  Builder.SetCurrentDebugLocation(Location);
  Builder.CreateStore(Site, Variable);
}

static const char Noted[] = "mcmini.place"; // metadata

void LibraryCalls::note(Function &F, SiteTable &Sites) const {
  if (isLibraryFunction(F) || F.onlyReadsMemory()) // the latter: as the user has promised
    return;
  for (Instruction &I : instructions(F))
    if (isAnnounced(I)) {
      auto &Call = cast<CallBase>(I);
      const Function *Callee = calledFunction(Call);
      Constant *Place = Operating.count(Callee) ? Sites.getOperation(I, libraryObjectName(Call))
                        : isOutsideDeallocation(Callee) ? Sites.get(I, "")
                                                        : Sites.get(I, libraryObjectName(Call));
      I.setMetadata(Noted, MDNode::get(F.getContext(), ConstantAsMetadata::get(Place)));
    }
}

Constant *notedPlace(const CallBase &Call) {
  const MDNode *Place = Call.getMetadata(Noted);
  return Place ? mdconst::extract<Constant>(Place->getOperand(0)) : nullptr;
}

void tellOfLibraryState(Module &M) {
  for (StringRef Name : {
#define MC_LIBRARY_STATE(text, function, first) #function,
#define MC_LIBRARY_CALL(function) #function,
#include <mcmini/library_state.def>
#undef MC_LIBRARY_STATE
#undef MC_LIBRARY_CALL
       }) {
    Function *F = M.getFunction(Name);
    if (F && F->isDeclaration())
      F->replaceAllUsesWith(
          M.getOrInsertFunction(("__mcmini_library_" + Name).str(), F->getFunctionType())
              .getCallee());
  }
}

void announceLibraryCalls(Function &F) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (I.getMetadata(Noted))
      Calls.push_back(cast<CallBase>(&I));
  if (Calls.empty())
    return;

  GlobalVariable *Variable = userSite(*F.getParent());
  Type *Pointer = Variable->getValueType();
  // A coroutine may go on in another thread than it began in.
  Value *Former = Constant::getNullValue(Pointer);
  if (!isCoroutine(F)) {
    BasicBlock::iterator Start = F.getEntryBlock().getFirstInsertionPt();
    while (isa<AllocaInst>(Start))
      ++Start;
    Former = IRBuilder<>(&*Start).CreateLoad(Pointer, Variable, "mc.former");
  }
  SmallPtrSet<BasicBlock *, 8> LandingPads;
  for (CallBase *Call : Calls) {
    const DebugLoc &Location = Call->getDebugLoc();
    storeAt(Call, notedPlace(*Call), Variable, Location);
    Call->setMetadata(Noted, nullptr);
    auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (!Invoke) {
      storeAt(Call->getNextNode(), Former, Variable, Location);
      continue;
    }
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getSinglePredecessor())
      Normal = SplitEdge(Invoke->getParent(), Normal);
    storeAt(&*Normal->getFirstInsertionPt(), Former, Variable, Location);
    BasicBlock *Unwind = Invoke->getUnwindDest();
    if (Unwind->isLandingPad() && LandingPads.insert(Unwind).second)
      storeAt(&*Unwind->getFirstInsertionPt(), Former, Variable, Location);
  }
}

} // namespace mcmini
