//===- clang-plugin/Plugin.cpp - clang -fplugin=mcmini.so ----------------------------===//
// One shared object is both clang plugin and LLVM pass plugin. The frontend action does not look at
// the program: it registers the pass, so that one flag is enough, and defines __MCMINI__.
//===----------------------------------------------------------------------------------===//
#include "pass/Instrument.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include <dlfcn.h>

using namespace clang;

/// What `opt -load-pass-plugin` and, before LLVM 17, clang itself asks for.
extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mcmini", "1", mcmini::registerInstrument};
}

namespace {

class McMiniAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef) override {
    refuseSanitizers(Compiler);
    registerPass(Compiler.getCodeGenOpts());
    Preprocessor &Source = Compiler.getPreprocessor();
    Source.setPredefines(Source.getPredefines() + "#define __MCMINI__ 1\n");
    return std::make_unique<ASTConsumer>();
  }

  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

  /// Sanitizers that replace the thread functions, or that must know of every write, which they
  /// cannot of the runtime's.
  static void refuseSanitizers(CompilerInstance &Compiler) {
    const SanitizerSet &Enabled = Compiler.getLangOpts().Sanitize;
    const char *Name = Enabled.has(SanitizerKind::Thread)     ? "thread"
                       : Enabled.has(SanitizerKind::Memory)   ? "memory"
                       : Enabled.has(SanitizerKind::DataFlow) ? "dataflow"
                                                              : nullptr;
    if (!Name)
      return;
    DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    Diagnostics.Report(Diagnostics.getCustomDiagID(
        DiagnosticsEngine::Error, "-fsanitize=%0 and the McMini plugin exclude each other: both "
                                  "take over the program's threads and memory"))
        << Name;
  }

  static void registerPass(CodeGenOptions &Options) {
#if LLVM_VERSION_MAJOR >= 17
    Options.PassBuilderCallbacks.push_back(mcmini::registerInstrument);
#else
    // clang loads this file a second time, as pass plugin; dlopen gives it the same image.
    Dl_info Self;
    if (dladdr(reinterpret_cast<void *>(&llvmGetPassPluginInfo), &Self))
      Options.PassPlugins.push_back(Self.dli_fname);
#endif
  }
};

FrontendPluginRegistry::Add<McMiniAction> Registration("mcmini", "turns calls into McMini's hooks");

} // namespace
