//===- pass/Site.h - The constants that say where a hook stands ----------------------===//
// One `struct mc_site` (mcmini/hooks.h) per place, private to the module; strings are shared.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_SITE_H
#define MCMINI_PASS_SITE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <string>

namespace mcmini {

/// The function as a user would write its name: with its scopes, without its parameters.
std::string functionName(const llvm::Function &F);

/// Is it a header of the C++ library? The runtime asks the same of sites.
bool isLibraryFile(llvm::StringRef File);

/// Does it belong to the C++ library, by the file where it stands, else by its symbol?
bool isLibraryFunction(const llvm::Function &F);

/// Of the program's file: the sites of its operations, one after another.
constexpr char OperationSection[] = "mc_operations";

class SiteTable {
public:
  explicit SiteTable(llvm::Module &M);

  /// A byte pointer to the site of `Where`, whose object is `Expression` ("" if unknown).
  llvm::Constant *get(const llvm::Instruction &Where, const std::string &Expression);

  /// The same, of what the report names if it never runs: a visible operation, or a call of the C++
  /// library that may make one. In the library itself it is as above.
  llvm::Constant *getOperation(const llvm::Instruction &Where, const std::string &Expression);

  /// A byte pointer to a zero-terminated copy of `Text`.
  llvm::Constant *string(llvm::StringRef Text);

  /// Removes from the module what nobody refers to in the end.
  void dropUnused();

private:
  llvm::Module &M;
  llvm::StructType *SiteType;
  llvm::StringMap<llvm::Constant *> Strings;
  llvm::DenseMap<llvm::Constant *, llvm::Constant *> Sites;
};

} // namespace mcmini

#endif // MCMINI_PASS_SITE_H
