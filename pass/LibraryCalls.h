//===- pass/LibraryCalls.h - Where the program calls the C++ library -----------------===//
#ifndef MCMINI_PASS_LIBRARY_CALLS_H
#define MCMINI_PASS_LIBRARY_CALLS_H

#include "Site.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mcmini {

/// The functions of the C++ library that may reach a hook before they come back to the program's
/// own code. Asks for hooked calls: to be made before these are rewritten.
class LibraryCalls {
public:
  explicit LibraryCalls(llvm::Module &M);

  /// Around each call of such a function from the program's own code `F`: the thread's
  /// __mcmini_user_site is the place of the call.
  void announce(llvm::Function &F, SiteTable &Sites) const;

private:
  llvm::SmallPtrSet<const llvm::Function *, 32> Reaching;

  bool isAnnounced(const llvm::Instruction &I) const;
};

} // namespace mcmini

#endif // MCMINI_PASS_LIBRARY_CALLS_H
