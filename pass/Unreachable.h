//===- pass/Unreachable.h - What has no defined behaviour ends there ------------------===//
#ifndef MCMINI_PASS_UNREACHABLE_H
#define MCMINI_PASS_UNREACHABLE_H

#include "llvm/Passes/PassBuilder.h"

namespace mcmini {

/// Behind all optimisations: where one has found that the program's behaviour is not defined (an
/// uninitialised pointer, no return) the code would run on into whatever function comes next, which
/// may be one of the runtime's. There it traps: the program's crash.
void registerUnreachable(llvm::PassBuilder &Builder);

} // namespace mcmini

#endif // MCMINI_PASS_UNREACHABLE_H
