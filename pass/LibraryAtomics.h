//===- pass/LibraryAtomics.h - Calls of the atomic library ----------------------------===//
#ifndef MCMINI_PASS_LIBRARY_ATOMICS_H
#define MCMINI_PASS_LIBRARY_ATOMICS_H

#include "Accesses.h"
#include "llvm/IR/InstrTypes.h"
#include <mcmini/hooks.h>

namespace mcmini {

/// A call of the atomic library. `IsGeneric`: the first argument is a size, values are passed by
/// address; else they are passed by value, and the name ends in the size.
struct LibraryAtomic {
  mc_access Kind;
  bool IsGeneric;
  unsigned Size;
};

/// Is it one?
bool parseLibraryAtomic(const llvm::CallBase &Call, LibraryAtomic &Parsed);

/// What one that passes values is announced with.
Access libraryAccess(llvm::IRBuilder<> &Builder, llvm::CallBase &Call, const LibraryAtomic &Parsed);

/// Puts __mcmini_library_atomic in the place of one that passes addresses, in which the library
/// takes locks.
void replaceGenericCall(llvm::CallBase &Call, const LibraryAtomic &Parsed, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_LIBRARY_ATOMICS_H
