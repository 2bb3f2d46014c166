//===- pass/IgnoreList.cpp - What a user wants left alone when a file is compiled ----===//
#include "IgnoreList.h"
#include "Site.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace mcmini {

bool IgnoreList::read(const std::vector<std::string> &Files, std::string &Error) {
  List = SpecialCaseList::create(Files, *vfs::getRealFileSystem(), Error);
  return List != nullptr;
}

bool IgnoreList::matches(StringRef Kind, StringRef Name) const {
  for (StringRef Section : {"mcmini", "thread"})
    for (StringRef Category : {"", "plain"})
      if (List->inSection(Section, Kind, Name, Category))
        return true;
  return false;
}

bool IgnoreList::contains(const Function &F) const {
  if (!List)
    return false;
  const DISubprogram *Subprogram = F.getSubprogram();
  StringRef File = Subprogram ? Subprogram->getFilename() : F.getParent()->getSourceFileName();
  return matches("fun", F.getName()) || matches("fun", functionName(F)) || matches("src", File) ||
         matches("src", sys::path::filename(File));
}

bool IgnoreList::contains(StringRef Expression, const Value *Address) const {
  if (!List)
    return false;
  auto *Global = dyn_cast<GlobalVariable>(getUnderlyingObject(Address));
  for (StringRef Kind : {"object", "global"})
    if (matches(Kind, Expression) || (Global && matches(Kind, Global->getName())))
      return true;
  return false;
}

} // namespace mcmini
