#include "Unreachable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mcmini {
namespace {

bool isBehindCallThatEnds(const Instruction &End) {
  const auto *Call = dyn_cast_or_null<CallBase>(End.getPrevNonDebugInstruction());
  return Call && Call->doesNotReturn();
}

struct Unreachable : PassInfoMixin<Unreachable> {
  static PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M) {
      if (F.hasFnAttribute(Attribute::Naked))
        continue;
      for (BasicBlock &Block : F) {
        auto *End = dyn_cast<UnreachableInst>(Block.getTerminator());
        if (End && !isBehindCallThatEnds(*End))
          IRBuilder<>(End).CreateIntrinsic(Intrinsic::trap, {}, {});
      }
    }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

void registerUnreachable(PassBuilder &Builder) {
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(Unreachable()); });
}

} // namespace mcmini
