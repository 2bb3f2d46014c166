//===- pass/IgnoreList.h - What a user wants left alone when a file is compiled ------===//
// Clang's special case lists: rules fun:, src:, object: (or global:), in sections [mcmini] or
// [thread], of no category or of =plain. Patterns are as this version of LLVM reads them.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_IGNORE_LIST_H
#define MCMINI_PASS_IGNORE_LIST_H

#include "llvm/IR/Function.h"
#include "llvm/Support/SpecialCaseList.h"
#include <memory>
#include <string>
#include <vector>

namespace mcmini {

class IgnoreList {
public:
  /// Reads the files. False: `Error` says which is wrong, and where.
  bool read(const std::vector<std::string> &Files, std::string &Error);

  /// By its name, as in the source or as a symbol, or its file.
  bool contains(const llvm::Function &F) const;

  /// By what the source calls the object at `Address`, or the variable's symbol.
  bool contains(llvm::StringRef Expression, const llvm::Value *Address) const;

private:
  std::shared_ptr<llvm::SpecialCaseList> List; ///< null: empty

  bool matches(llvm::StringRef Kind, llvm::StringRef Name) const;
};

} // namespace mcmini

#endif // MCMINI_PASS_IGNORE_LIST_H
