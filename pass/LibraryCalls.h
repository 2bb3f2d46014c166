//===- pass/LibraryCalls.h - Where the program calls the C++ library -----------------===//
#ifndef MCMINI_PASS_LIBRARY_CALLS_H
#define MCMINI_PASS_LIBRARY_CALLS_H

#include "Site.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace mcmini {

/// The functions of the C++ library that may reach a hook before they come back to the program's
/// own code. Asks for hooked calls and noted accesses: to be made before these are rewritten.
class LibraryCalls {
public:
  explicit LibraryCalls(llvm::Module &M);

  /// Attaches its place to each call of such a function from the program's own code `F`.
  void note(llvm::Function &F, SiteTable &Sites) const;

private:
  llvm::SmallPtrSet<const llvm::Function *, 32> Reaching;
  /// Of these, what may reach a visible operation.
  llvm::SmallPtrSet<const llvm::Function *, 32> Operating;

  bool isAnnounced(const llvm::Instruction &I) const;
};

/// The place attached to `Call`, or null.
llvm::Constant *notedPlace(const llvm::CallBase &Call);

/// Lets who changes what the library keeps for all threads, and who takes the address of what does,
/// have a function of the runtime that tells of it (library_state.def).
void tellOfLibraryState(llvm::Module &M);

/// Around each call in `F` that still has a place: that is the thread's __mcmini_user_site.
void announceLibraryCalls(llvm::Function &F);

} // namespace mcmini

#endif // MCMINI_PASS_LIBRARY_CALLS_H
