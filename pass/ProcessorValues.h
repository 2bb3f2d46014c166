//===- pass/ProcessorValues.h - What the processor would say otherwise in each trace ---===//
// The time stamp counter and random numbers are the runtime's, as clocks and getrandom are: the
// same in each trace. Of inline assembly only "rdtsc" and "rdtscp" alone are replaced; other
// assembly with such an instruction is told to the runtime.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_PROCESSORVALUES_H
#define MCMINI_PASS_PROCESSORVALUES_H

#include "Site.h"
#include "llvm/IR/InstrTypes.h"

namespace mcmini {

bool isProcessorValue(const llvm::CallBase &Call);

/// May remove the call.
void replaceProcessorValue(llvm::CallBase &Call, SiteTable &Sites);

} // namespace mcmini

#endif
