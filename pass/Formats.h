//===- pass/Formats.h - What the formats of printf and scanf make them access ---------===//
#ifndef MCMINI_PASS_FORMATS_H
#define MCMINI_PASS_FORMATS_H

#include "Ranges.h"

namespace mcmini {

/// The texts that printf reads with this format, and what %n stores, the first value being argument `Next`. A
/// format with numbered arguments (%1$s) is left alone.
void appendTexts(llvm::StringRef Format, unsigned Next, llvm::SmallVectorImpl<Range> &Ranges);

/// What scanf writes with this format, the first pointer being argument `Next`. Of wide texts it is
/// the first character; %n is left alone, and a format with numbered arguments.
void appendScanned(llvm::StringRef Format, unsigned Next, llvm::SmallVectorImpl<Range> &Ranges);

} // namespace mcmini

#endif // MCMINI_PASS_FORMATS_H
