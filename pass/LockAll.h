//===- pass/LockAll.h - std::lock of several mutexes ---------------------------------===//
#ifndef MCMINI_PASS_LOCK_ALL_H
#define MCMINI_PASS_LOCK_ALL_H

#include "Site.h"
#include "llvm/IR/Function.h"

namespace mcmini {

/// If `F` is a std::lock of mutexes that the runtime knows, or of std::unique_locks of such, it
/// first asks the runtime to lock all of them at once.
void lockAllAtOnce(llvm::Function &F, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_LOCK_ALL_H
