//===- pass/HookedCalls.h - Calls of thread primitives become hooks ------------------===//
#ifndef MCMINI_PASS_HOOKED_CALLS_H
#define MCMINI_PASS_HOOKED_CALLS_H

#include "Site.h"
#include "llvm/IR/InstrTypes.h"

namespace mcmini {

/// Is it a call of a function of mcmini/hooks.def, and not of what is seen to be the program's own
/// function of that name? Taking the function's address is no call: the runtime's interposition
/// catches those.
bool isHookedCall(const llvm::CallBase &Call);

/// Turns F(arguments) into __mcmini_F(site, arguments). `Call` is gone afterwards.
void rewriteHookedCall(llvm::CallBase &Call, SiteTable &Sites);

/// Calls `Hook` instead, which has the type of the called function with a site in front. `Call` is
/// gone afterwards.
void replaceByHook(llvm::CallBase &Call, llvm::FunctionCallee Hook, llvm::Constant *Site);

/// Is it a call of __mcmini_annotated, that is MC_READ or MC_WRITE?
bool isAnnotatedAccess(const llvm::CallBase &Call);

/// Turns __mcmini_annotated(..., name) into __mcmini_access with the name in the site.
void rewriteAnnotatedAccess(llvm::CallBase &Call, SiteTable &Sites);

} // namespace mcmini

#endif // MCMINI_PASS_HOOKED_CALLS_H
