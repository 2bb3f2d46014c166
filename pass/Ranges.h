//===- pass/Ranges.h - The memory that functions of the C library access --------------===//
// What ranges.def says, found for a call and turned into code.
//===----------------------------------------------------------------------------------===//
#ifndef MCMINI_PASS_RANGES_H
#define MCMINI_PASS_RANGES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace mcmini {

/// The lengths of ranges.def.
enum LengthKind {
  BYTES,
  PRODUCT,
  TIMES,
  SIZE,
  IF_ANY,
  ROOM,
  AT,
  IN_STREAM,
  IN_OWN_STREAM,
  PLACE_OF_PUT,
  PLACE_OF_GET,
  TEXT, ///< from here on known after the call only
  DONE,
  ZERO,
  ZERO_TIMES,
  ZERO_TEXT,
  POSITIVE,
  RESULT_OF,
  COPIED_WITHIN,
  CONVERTED_WITHIN,
  WIDE_PRINTED,
  WIDE_LINE,
  WIDE_TAIL,
  TEXT_WITHIN,
  TEXT_AT_MOST,
  COMPARED,
  COMPARED_WITHIN,
  FOUND,
  FOUND_WITHIN,
  LINE,
  RESULT,
  RESULT_TIMES,
  PRINTED,
  PRINTED_WITHIN,
  TAIL,
  BEFORE_TAIL,
  TAIL_WITHIN,
  BEFORE_TAIL_WITHIN,
  WIDE_TEXT,
  NUMBER,
  POINTED_LINE,
  LINKED,
  STRING,
  SCANNED,
  SCANNED_TEXT,
};

/// What a call does to the memory that one of its arguments points to.
struct Range {
  unsigned Pointer; ///< which argument
  bool IsWrite;
  LengthKind Kind;
  unsigned A = 0, B = 0;
  bool isKnownBefore() const { return Kind < TEXT; }
  /// Is it part of a text that is there before the call?
  bool isText() const;
  /// Does it lie where the pointer at the argument points to?
  bool isBehindPointer() const { return Kind == POINTED_LINE || Kind == LINKED || Kind == STRING; }
};

/// Lets who takes the address of a function of the C library that accesses memory have that of one that calls
/// it: what is called by a pointer is seen, too.
void callTakenFunctions(llvm::Module &M);

/// All that the call of a function of the C library does, always in the same order.
llvm::SmallVector<Range, 2> rangesOf(const llvm::CallBase &Call);

/// An address and a number of bytes.
struct Extent {
  llvm::Value *Address;
  llvm::Value *Size;
};

/// Code that computes where the range lies: before the call or, unless isKnownBefore(), after it.
Extent emitExtent(llvm::IRBuilder<> &Builder, llvm::CallBase &Call, const Range &R);

/// For one that is known only after the call: where it begins, and the most that it can have. It may
/// have less, and ends with the text if isText().
Extent emitBounds(llvm::IRBuilder<> &Builder, llvm::CallBase &Call, const Range &R);

/// A function of ranges.def that keeps none of its pointers; one that other threads do not notice.
bool forgetsPointers(const llvm::Function &F);
bool isQuietLibraryFunction(const llvm::Function &F);

} // namespace mcmini

#endif // MCMINI_PASS_RANGES_H
