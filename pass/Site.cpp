//===- pass/Site.cpp - The constants that say where a hook stands --------------------===//
// Files and functions come from debug information where there is some, else from the module's name
// and the demangled symbol.
//===----------------------------------------------------------------------------------===//
#include "Site.h"
#include "Llvm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace mcmini {

/// "a::b::" for the scope in which something is declared.
static std::string scopePrefix(const DIScope *Scope) {
  if (!Scope || isa<DIFile>(Scope) || isa<DICompileUnit>(Scope))
    return "";
  std::string Outer = scopePrefix(Scope->getScope());
  if (isa<DILexicalBlockBase>(Scope))
    return Outer;
  if (auto *Namespace = dyn_cast<DINamespace>(Scope)) {
    if (Namespace->getExportSymbols() && !Namespace->getName().empty()) // inline: nobody writes it
      return Outer;
    return Outer +
           (Namespace->getName().empty() ? "(anonymous namespace)" : Namespace->getName().str()) +
           "::";
  }
  if (Scope->getName().empty())
    return Outer + (isa<DICompositeType>(Scope) ? "(lambda)::" : "");
  return Outer + Scope->getName().str() + "::";
}

static std::string demangledFunctionName(StringRef Symbol) {
  std::string Name = Symbol.str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Name.c_str()) || !Demangler.isFunction())
    return Name;
  if (char *Text = Demangler.getFunctionName(nullptr, nullptr)) {
    Name = Text;
    std::free(Text);
  }
  return Name;
}

/// Clang names a lambda in template arguments by its file, line and column: too long for a report.
static std::string withShortLambdas(std::string Name) {
  static const char Opening[] = "(lambda at ";
  for (size_t Start = 0; (Start = Name.find(Opening, Start)) != std::string::npos; ++Start) {
    size_t End = Name.find(')', Start);
    if (End == std::string::npos)
      break;
    Name.replace(Start, End + 1 - Start, "(lambda)");
  }
  return Name;
}

std::string functionName(const Function &F) {
  const DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram || Subprogram->getName().empty())
    return demangledFunctionName(F.getName());
  return withShortLambdas(scopePrefix(Subprogram->getScope()) + Subprogram->getName().str());
}

bool isLibraryFile(StringRef File) { return File.contains("/include/") && File.contains("/c++/"); }

bool isLibraryFunction(const Function &F) {
  if (const DISubprogram *Subprogram = F.getSubprogram())
    return isLibraryFile(Subprogram->getFilename());
  static const char *const Prefixes[] = {"_ZSt",    "_ZNSt",         "_ZNKSt",        "_ZNVSt",
                                         "_ZNVKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
  StringRef Symbol = F.getName();
  return Symbol.contains("__gthread_") ||
         any_of(Prefixes, [Symbol](const char *Prefix) { return startsWith(Symbol, Prefix); });
}

SiteTable::SiteTable(Module &Mod) : M(Mod) {
  LLVMContext &Context = M.getContext();
  Type *Pointer = bytePointerType(Context), *Word = Type::getInt32Ty(Context);
  SiteType = StructType::get(Context, {Pointer, Pointer, Pointer, Word, Word});
}

Constant *SiteTable::string(StringRef Text) {
  Constant *&Entry = Strings[Text];
  if (!Entry) {
    Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
    auto *Global = new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, Bytes, "mc.string");
    Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    Global->setAlignment(Align(1));
    Entry = ConstantExpr::getPointerCast(Global, bytePointerType(M.getContext()));
  }
  return Entry;
}

/// The file as the compiler was given it. Clang cuts an absolute path where it leaves the directory
/// of the compilation; then the entry has a directory of its own.
static std::string fileName(const DILocation &Location) {
  StringRef File = Location.getFilename(), Directory = Location.getDirectory();
  const DISubprogram *Function = Location.getScope()->getSubprogram();
  const DICompileUnit *Unit = Function ? Function->getUnit() : nullptr;
  if (sys::path::is_absolute(File) || Directory.empty() ||
      (Unit && Unit->getDirectory() == Directory))
    return File.str();
  return (Directory + "/" + File).str();
}

Constant *SiteTable::get(const Instruction &Where, const std::string &Expression) {
  std::string File = M.getSourceFileName();
  unsigned Line = 0, Column = 0;
  if (const DILocation *Location = Where.getDebugLoc()) {
    File = fileName(*Location);
    Line = Location->getLine();
    Column = Location->getColumn();
  }
  Type *Word = Type::getInt32Ty(M.getContext());
  Constant *Value = ConstantStruct::get(
      SiteType, {string(File), string(functionName(*Where.getFunction())), string(Expression),
                 ConstantInt::get(Word, Line), ConstantInt::get(Word, Column)});
  Constant *&Entry = Sites[Value];
  if (!Entry) {
    auto *Global = new GlobalVariable(M, SiteType, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                      Value, "mc.site");
    Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    Entry = ConstantExpr::getPointerCast(Global, bytePointerType(M.getContext()));
  }
  return Entry;
}

Constant *SiteTable::getOperation(const Instruction &Where, const std::string &Expression) {
  Constant *Site = get(Where, Expression);
  auto *Global = cast<GlobalVariable>(Site->stripPointerCasts());
  if (!isLibraryFunction(*Where.getFunction())) {
    Global->setSection(OperationSection);
    Global->setAlignment(Align(alignof(void *))); // the section is an array
  }
  return Site;
}

void SiteTable::dropUnused() {
  SmallVector<GlobalVariable *, 32> Variables;
  for (auto &Entry : Sites)
    Variables.push_back(cast<GlobalVariable>(Entry.second->stripPointerCasts()));
  for (auto &Entry : Strings)
    Variables.push_back(cast<GlobalVariable>(Entry.second->stripPointerCasts()));
  Sites.clear();
  Strings.clear();
  for (GlobalVariable *Variable : Variables) {
    Variable->removeDeadConstantUsers();
    if (Variable->use_empty())
      Variable->eraseFromParent();
  }
}

} // namespace mcmini
