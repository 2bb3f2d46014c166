//===- pass/Instrument.cpp - The pass that turns calls and accesses into hooks -------===//
// Runs before every optimisation: names are then still those of the source, and no optimisation
// moves anything across a hook. What is not rewritten here (addresses of functions, code without
// the plugin) reaches the runtime by interposition.
//===----------------------------------------------------------------------------------===//
#include "Instrument.h"
#include "Accesses.h"
#include "AtomicWait.h"
#include "CleanUp.h"
#include "Effects.h"
#include "HookedCalls.h"
#include "LibraryCalls.h"
#include "Llvm.h"
#include "LockAll.h"
#include "MemberName.h"
#include "Operations.h"
#include "PlainAccesses.h"
#include "ProcessorValues.h"
#include "Ranges.h"
#include "StackVariables.h"
#include "Unreachable.h"
#include "UnusedResults.h"
#include "pass/loops/WaitingLoop.h"
#include <mcmini/mark.h>
#include "llvm/Analysis/ValueTracking.h"
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

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    if (M.getModuleFlag("mcmini"))
      return PreservedAnalyses::all();
    M.addModuleFlag(Module::Max, "mcmini", 1);
    SiteTable Sites(M);
    if (options().PlainAccesses)
      callTakenFunctions(M);
    std::vector<Function *> Instrumented; // not all of M: hooks are added to it
    for (Function &F : M)
      if (isInstrumented(F) && !simplifyAtomicWait(F))
        Instrumented.push_back(&F);
    if (options().VolatileIsAtomic)
      for (Function *F : Instrumented)
        makeVolatileAtomic(*F);
    std::vector<Function *> Checked;
    if (options().PlainAccesses)
      copy_if(Instrumented, std::back_inserter(Checked),
              [Excluded = uncheckedFunctions(M)](Function *F) {
                return !Excluded.count(F) && !options().Ignored.contains(*F);
              });
    copyForUnusedResults(Instrumented, Checked);
    note(M, Checked, Instrumented, Sites);
    announceWaitingLoops(Instrumented, Sites,
                         Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager());
    for (Function *F : Instrumented)
      markUninitialised(*F, Sites);
    for (Function *F : Instrumented)
      rewrite(*F, Sites);
    for (Function *F : Checked)
      countLooksAtItself(*F);
    if (options().PlainAccesses)
      cleanUp(Instrumented);
    for (Function *F : Instrumented)
      announceLibraryCalls(*F);
    tellOfLibraryState(M);
    announce(M, Checked, Sites, Instrumented);
    for (Function *F : Instrumented)
      lockAllAtOnce(*F, Sites);
    Sites.dropUnused();
    announceModule(M, Sites);
    requireRuntime(M);
    mark(M);
    return PreservedAnalyses::none();
  }

private:
  static bool isInstrumented(const Function &F) {
    return !F.isDeclaration() && !startsWith(F.getName(), "__mcmini_") &&
           !F.hasFnAttribute(Attribute::Naked);
  }

  /// By the type's name, which an initialised variable of LLVM 14 may lack, or debug information.
  static bool isOfStruct(const GlobalVariable &Global, StringRef Name) {
    auto *Type = dyn_cast<StructType>(Global.getValueType());
    if (Type && Type->hasName() && Type->getName() == ("struct." + Name).str())
      return true;
    SmallVector<DIGlobalVariableExpression *, 1> Debug;
    Global.getDebugInfo(Debug);
    const DIType *Declared = Debug.empty() ? nullptr : Debug[0]->getVariable()->getType();
    return Declared && withoutQualifiers(Declared)->getName() == Name;
  }

  /// The functions of a primitive or a policy, which the search calls, and what only they call:
  /// no thread of the program runs them.
  static void appendCallbacks(const Module &M, DenseSet<const Function *> &Found) {
    SmallVector<const Value *, 16> Pending;
    for (const GlobalVariable &Global : M.globals())
      if (Global.hasInitializer() && !Global.getInitializer()->isNullValue() &&
          (isOfStruct(Global, "mc_primitive") || isOfStruct(Global, "mc_policy")))
        append_range(Pending, Global.getInitializer()->operands());
    while (!Pending.empty()) {
      auto *F = dyn_cast<Function>(Pending.pop_back_val()->stripPointerCasts());
      if (!F || F->isDeclaration() || !Found.insert(F).second)
        continue;
      for (const Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (auto *Callee = Call->getCalledFunction())
            if (Callee->hasLocalLinkage())
              Pending.push_back(Callee);
    }
  }

  /// Those with MCMINI_NO_CHECK too.
  static DenseSet<const Function *> uncheckedFunctions(const Module &M) {
    DenseSet<const Function *> Found;
    appendCallbacks(M, Found);
    const GlobalVariable *Annotations = M.getGlobalVariable("llvm.global.annotations");
    if (!Annotations || !Annotations->hasInitializer())
      return Found;
    for (const Use &Entry : Annotations->getInitializer()->operands()) {
      auto *Fields = dyn_cast<ConstantStruct>(Entry);
      StringRef Text;
      if (Fields && Fields->getNumOperands() >= 2 &&
          getConstantStringInfo(Fields->getOperand(1), Text) && Text == "mcmini-no-check")
        if (auto *F = dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts()))
          Found.insert(F);
    }
    return Found;
  }

  /// Attaches the names of what is announced at the end, as long as the source's variables are
  /// there.
  static void note(Module &M, ArrayRef<Function *> Checked, ArrayRef<Function *> Functions,
                   SiteTable &Sites) {
    EscapeAnalysis Escapes;
    for (Function *F : Checked)
      notePlainAccesses(*F, Sites, Escapes, options().Ignored);
    const LibraryCalls Calls(M);
    for (Function *F : Functions)
      Calls.note(*F, Sites);
  }

  static void announce(Module &M, ArrayRef<Function *> Checked, SiteTable &Sites,
                       ArrayRef<Function *> Instrumented) {
    EscapeAnalysis Escapes;
    for (Function *F : Checked)
      settleNotedAccesses(*F, Sites, Escapes, options().Ignored);
    Effects Unseen(Checked, Instrumented, Escapes);
    const VisibleFunctions Visible(M);
    for (Function *F : Checked) {
      announceUnseen(*F, Sites, Escapes);
      announcePlainAccesses(*F, Visible, Escapes);
    }
    if (options().PlainAccesses)
      Unseen.announce();
    for (Function *F : Checked)
      announceEnds(*F, Sites);
  }

  /// Of shared_ptr's counts. The runtime tells the stack of what they call from the caller's.
  static bool countsReferences(const Function &F) {
    return startsWith(F.getName(), "_ZNSt16_Sp_counted_base");
  }

  /// While it runs, so that a backtrace has the caller.
  static void keepFrame(CallBase &Call) {
    auto *Plain = dyn_cast<CallInst>(&Call);
    if (Plain && !Plain->isMustTailCall())
      Plain->setTailCallKind(CallInst::TCK_NoTail);
  }

  static void rewrite(Function &F, SiteTable &Sites) {
    SmallVector<CallBase *, 16> Hooked, Annotated, Operations, Values;
    SmallVector<Instruction *, 16> Atomics;
    for (Instruction &I : instructions(F)) { // a hook makes an address escape: first ask, then add
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && (countsReferences(F) ||
                   (Call->getCalledFunction() && isDeallocation(*Call->getCalledFunction()))))
        keepFrame(*Call);
      if (Call && isHookedCall(*Call))
        Hooked.push_back(Call);
      else if (Call && isOperationCall(*Call))
        Operations.push_back(Call);
      else if (Call && isAnnotatedAccess(*Call))
        Annotated.push_back(Call);
      else if (Call && isProcessorValue(*Call))
        Values.push_back(Call);
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
    for (CallBase *Call : Values)
      replaceProcessorValue(*Call, Sites);
  }

  /// The linker's name of the begin or the end of the sites of operations.
  static Constant *boundOfOperations(Module &M, const char *Prefix) {
    auto *Bound = cast<GlobalVariable>(M.getOrInsertGlobal((Prefix + Twine(OperationSection)).str(),
                                                           Type::getInt8Ty(M.getContext())));
    Bound->setLinkage(GlobalValue::ExternalWeakLinkage); // of a file without operations
    Bound->setVisibility(GlobalValue::HiddenVisibility);
    return ConstantExpr::getPointerCast(Bound, bytePointerType(M.getContext()));
  }

  /// A constructor that calls __mcmini_module with the name of the source file and the sites of
  /// operations, and says if plain accesses are not announced.
  static void announceModule(Module &M, SiteTable &Sites) {
    LLVMContext &Context = M.getContext();
    Type *Pointer = bytePointerType(Context);
    FunctionCallee Hook = M.getOrInsertFunction("__mcmini_module", Type::getVoidTy(Context),
                                                Pointer, Pointer, Pointer);
    Function *Constructor = createSanitizerCtor(M, "mc.module");
    IRBuilder<> Builder(Constructor->getEntryBlock().getTerminator());
    Builder.CreateCall(Hook, {Sites.string(M.getSourceFileName()), boundOfOperations(M, "__start_"),
                              boundOfOperations(M, "__stop_")});
    if (!options().PlainAccesses)
      Builder.CreateStore(Builder.getInt8(1),
                          M.getOrInsertGlobal("__mcmini_unannounced", Builder.getInt8Ty()));
    appendToGlobalCtors(M, Constructor, ModuleConstructorPriority);
  }

  /// What the machine code of a function of this file is known by: the bytes before its entry. The
  /// runtime looks at the others that are linked into the program, as far as unwind tables tell
  /// where they are.
  static void mark(Module &M) {
    Constant *Mark = ConstantDataArray::getString(M.getContext(), MC_CODE_MARK, /*AddNull=*/true);
    for (Function &F : M)
      if (isInstrumented(F)) {
        F.setPrefixData(Mark);
        keepUnwindTable(F);
      }
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

Options &options() {
  static Options Current;
  return Current;
}

void registerInstrument(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(Instrument()); });
  registerUnreachable(Builder);
}

} // namespace mcmini
