//===- pass/Instrument.h - The pass that turns calls and accesses into hooks ---------===//
#ifndef MCMINI_PASS_INSTRUMENT_H
#define MCMINI_PASS_INSTRUMENT_H

#include "IgnoreList.h"

namespace llvm {
class PassBuilder;
}

namespace mcmini {

/// What the compiler was told for the file that it compiles.
struct Options {
  bool PlainAccesses = true;     ///< announce loads and stores,
  IgnoreList Ignored;            ///< but not these
  bool VolatileIsAtomic = false; ///< volatile loads acquire, volatile stores release
};
Options &options();

/// Has the pass run first in every pipeline that `Builder` builds, at -O0 too.
void registerInstrument(llvm::PassBuilder &Builder);

} // namespace mcmini

#endif // MCMINI_PASS_INSTRUMENT_H
