//===- pass/Instrument.cpp - The pass that turns calls and accesses into hooks -------===//
// Runs before every optimisation: names are then still those of the source, and no optimisation
// moves anything across a hook. What is not rewritten here (addresses of functions, code without
// the plugin) reaches the runtime by interposition.
//===----------------------------------------------------------------------------------===//
#include "Instrument.h"
#include "Accesses.h"
#include "AtomicWait.h"
#include "HookedCalls.h"
#include "LibraryCalls.h"
#include "Llvm.h"
#include "Operations.h"
#include "WaitingLoop.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace mcmini {
namespace {

/// Constructors of the program run later (65535 unless they say otherwise).
enum { ModuleConstructorPriority = 102 };

class Instrument : public PassInfoMixin<Instrument> {
public:
  static bool isRequired() { return true; } // also in optnone functions

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (M.getModuleFlag("mcmini"))
      return PreservedAnalyses::all();
    M.addModuleFlag(Module::Max, "mcmini", 1);
    SiteTable Sites(M);
    std::vector<Function *> Instrumented;
    for (Function &F : M)
      if (isInstrumented(F) && !simplifyAtomicWait(F))
        Instrumented.push_back(&F);
    const LibraryCalls Calls(M);
    for (Function *F : Instrumented) { // not all of M: hooks are added to it
      Calls.announce(*F, Sites);
      announceBusyWaits(*F, Sites);
      rewrite(*F, Sites);
    }
    announceModule(M, Sites);
    requireRuntime(M);
    return PreservedAnalyses::none();
  }

private:
  static bool isInstrumented(const Function &F) {
    return !F.isDeclaration() && !startsWith(F.getName(), "__mcmini_") &&
           !F.hasFnAttribute(Attribute::Naked);
  }

  static void announceBusyWaits(Function &F, SiteTable &Sites) {
    Module &M = *F.getParent();
    for (BackEdge &Edge : waitingLoopBackEdges(F)) {
      BasicBlock *Back = Edge.Latch;
      if (Back->getTerminator()->getNumSuccessors() > 1)
        Back = SplitEdge(Edge.Latch, Edge.Header);
      FunctionCallee Hook = M.getOrInsertFunction(
          "__mcmini_busy_wait", Type::getVoidTy(M.getContext()), bytePointerType(M.getContext()));
      Instruction *End = Back->getTerminator();
      if (Edge.Start)
        End->setDebugLoc(Edge.Start);
      IRBuilder<> Builder(End);
      Builder.CreateCall(Hook, {Sites.get(*End, "")})->setTailCallKind(CallInst::TCK_NoTail);
    }
  }

  static void rewrite(Function &F, SiteTable &Sites) {
    SmallVector<CallBase *, 16> Hooked, Annotated, Operations;
    SmallVector<Instruction *, 16> Atomics;
    for (Instruction &I : instructions(F)) { // a hook makes an address escape: first ask, then add
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && isHookedCall(*Call))
        Hooked.push_back(Call);
      else if (Call && isOperationCall(*Call))
        Operations.push_back(Call);
      else if (Call && isAnnotatedAccess(*Call))
        Annotated.push_back(Call);
      else if (isVisibleAtomic(I))
        Atomics.push_back(&I);
    }
    for (Instruction *I : Atomics)
      announceAtomic(*I, Sites);
    for (CallBase *Call : Annotated)
      rewriteAnnotatedAccess(*Call, Sites);
    for (CallBase *Call : Operations)
      rewriteOperationCall(*Call, Sites);
    for (CallBase *Call : Hooked)
      rewriteHookedCall(*Call, Sites);
  }

  /// A constructor that calls __mcmini_module with the name of the source file.
  static void announceModule(Module &M, SiteTable &Sites) {
    LLVMContext &Context = M.getContext();
    FunctionCallee Hook = M.getOrInsertFunction("__mcmini_module", Type::getVoidTy(Context),
                                                bytePointerType(Context));
    Function *Constructor = createSanitizerCtor(M, "mc.module");
    IRBuilder<> Builder(Constructor->getEntryBlock().getTerminator());
    Builder.CreateCall(Hook, {Sites.string(M.getSourceFileName())});
    appendToGlobalCtors(M, Constructor, ModuleConstructorPriority);
  }

  /// A reference to the runtime, so that the linker takes it from its archive.
  static void requireRuntime(Module &M) {
    Type *Byte = Type::getInt8Ty(M.getContext());
    Constant *Runtime = M.getOrInsertGlobal("__mcmini_runtime", Byte);
    auto *Reference = new GlobalVariable(M, Runtime->getType(), /*isConstant=*/true,
                                         GlobalValue::PrivateLinkage, Runtime, "mc.runtime");
    appendToUsed(M, {Reference});
  }
};

} // namespace

void registerInstrument(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(Instrument()); });
}

} // namespace mcmini
