//===- clang-plugin/Plugin.cpp - clang -fplugin=mcmini.so ----------------------------===//
// One shared object is both clang plugin and LLVM pass plugin. The frontend action registers the
// pass, so that one flag is enough, defines __MCMINI__ and __NO_INLINE__, lets std::string be compiled with
// the program, and looks at the program only for functions with MCMINI_PRIMITIVE.
//===----------------------------------------------------------------------------------===//
#include "pass/Instrument.h"
#include "pass/Operations.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
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

/// Tells the pass which functions MCMINI_PRIMITIVE (an annotation) makes operations.
class Operations : public ASTConsumer, public RecursiveASTVisitor<Operations> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *) { return true; } // no body declares one

  bool VisitFunctionDecl(FunctionDecl *F) {
    for (const AnnotateAttr *Attribute : F->specific_attrs<AnnotateAttr>())
      if (Attribute->getAnnotation().substr(0, Prefix.size()) == Prefix)
        declare(*F, Attribute->getAnnotation().substr(Prefix.size()));
    return true;
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    mcmini::declaredOperations().clear();
    ASTNameGenerator Generator(Context);
    Names = &Generator;
    TraverseDecl(Context.getTranslationUnitDecl());
  }

private:
  void declare(const FunctionDecl &F, llvm::StringRef Operation) {
    mcmini::DeclaredOperation Declared{Operation.str(), F.getNameAsString(), "", 0};
    if (F.getNumParams() && F.getParamDecl(0)->getType()->isPointerType()) {
      QualType Object = F.getParamDecl(0)->getType()->getPointeeType();
      if (const IdentifierInfo *Name = Object.getBaseTypeIdentifier())
        Declared.ObjectType = Name->getName().str();
      if (!Object->isIncompleteType() && !Object->isDependentType() && Object->isObjectType())
        Declared.ObjectSize = F.getASTContext().getTypeSizeInChars(Object).getQuantity();
    }
    mcmini::declaredOperations()[Names->getName(&F)] = Declared;
  }

  const llvm::StringRef Prefix = "mcmini:";
  ASTNameGenerator *Names = nullptr;
};

/// libstdc++ has std::string compiled in itself, where its accesses are not seen, but for C++20.
/// Where this macro is -1 the program compiles it, and nothing else of what the library has.
class StringIsCompiled : public PPCallbacks {
public:
  explicit StringIsCompiled(Preprocessor &Source) : Source(Source) {}

private:
  void MacroDefined(const Token &Name, const MacroDirective *Definition) override {
    const MacroInfo *Given = Definition->getMacroInfo();
    if (!Name.getIdentifierInfo()->isStr("_GLIBCXX_EXTERN_TEMPLATE") || Given->getNumTokens() != 1)
      return;
    Token Value[] = {Given->getReplacementToken(0), Given->getReplacementToken(0)};
    Value[0].setKind(tok::minus);
    Value[0].setIdentifierInfo(nullptr);
    MacroInfo *Changed = Source.AllocateMacroInfo(Given->getDefinitionLoc());
#if LLVM_VERSION_MAJOR < 16
    for (const Token &Part : Value)
      Changed->AddTokenToBody(Part);
#else
    Changed->setTokens(Value, Source.getPreprocessorAllocator());
#endif
    Source.appendDefMacroDirective(Name.getIdentifierInfo(), Changed);
  }

  Preprocessor &Source;
};

class McMiniAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef) override {
    refuseSanitizers(Compiler);
    registerPass(Compiler.getCodeGenOpts());
    Preprocessor &Source = Compiler.getPreprocessor();
    // With __NO_INLINE__ glibc's headers give getc_unlocked and its like no bodies, which would use a
    // stream beside the runtime.
    Source.setPredefines(Source.getPredefines() +
                         "#define __MCMINI__ 1\n#undef __NO_INLINE__\n#define __NO_INLINE__ 1\n");
    Source.addPPCallbacks(std::make_unique<StringIsCompiled>(Source));
    return std::make_unique<Operations>();
  }

  bool ParseArgs(const CompilerInstance &Compiler,
                 const std::vector<std::string> &Arguments) override {
    const std::string List = "ignorelist=";
    std::vector<std::string> Lists;
    mcmini::options() = {};
    for (const std::string &Argument : Arguments) {
      if (Argument.compare(0, List.size(), List) == 0)
        Lists.push_back(Argument.substr(List.size()));
      else if (Argument == "no-accesses")
        mcmini::options().PlainAccesses = false;
      else if (Argument == "volatile=atomic")
        mcmini::options().VolatileIsAtomic = true;
      else
        return refuse(Compiler,
                      "-fplugin-arg-mcmini-%0: the McMini plugin knows only "
                      "-fplugin-arg-mcmini-no-accesses, -fplugin-arg-mcmini-ignorelist=FILE and "
                      "-fplugin-arg-mcmini-volatile=atomic",
                      Argument);
    }
    std::string Error;
    return Lists.empty() || mcmini::options().Ignored.read(Lists, Error) ||
           refuse(Compiler, "ignore list: %0", Error);
  }

  /// False, always.
  template <unsigned Size>
  static bool refuse(const CompilerInstance &Compiler, const char (&Format)[Size],
                     const std::string &Word) {
    DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, Format)) << Word;
    return false;
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
