//===- pass/Ranges.cpp - The memory that functions of the C library access ------------===//
// The table of ranges.def and libstdcxx.def, and what it says of a call.
//===----------------------------------------------------------------------------------===//
#include "Ranges.h"
#include "Formats.h"
#include "Llvm.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mcmini {

//===- The table ------------------------------------------------------------------===//

namespace {
struct Table {
  StringMap<SmallVector<Range, 2>> Ranges;
  StringMap<unsigned> Printed, Scanned; ///< which argument is the format
  StringSet<> Quiet, Forgetting;
  SmallVector<StringRef, 16> Puts, Gets, Formatted; ///< how names begin
};
} // namespace

// The lengths as the table writes them: a kind and its numbers.
#define BYTES(n) BYTES, n
#define PRODUCT(n, m) PRODUCT, n, m
#define TIMES(n, k) TIMES, n, k
#define SIZE(k) SIZE, k
#define IF_ANY(k) IF_ANY, k
#define ROOM(m) ROOM, m
#define DONE(k) DONE, k
#define ZERO(k) ZERO, k
#define ZERO_TIMES(n, k) ZERO_TIMES, n, k
#define POSITIVE(k) POSITIVE, k
#define RESULT_OF(k) RESULT_OF, k
#define COPIED_WITHIN(n) COPIED_WITHIN, n
#define CONVERTED_WITHIN(n, k) CONVERTED_WITHIN, n, k
#define WIDE_TAIL(m) WIDE_TAIL, m
#define TEXT_WITHIN(n) TEXT_WITHIN, n
#define COMPARED(m) COMPARED, m
#define COMPARED_WITHIN(m, n) COMPARED_WITHIN, m, n
#define FOUND_WITHIN(n) FOUND_WITHIN, n
#define RESULT_TIMES(n) RESULT_TIMES, n
#define PRINTED_WITHIN(n) PRINTED_WITHIN, n
#define TAIL(m) TAIL, m
#define BEFORE_TAIL(m) BEFORE_TAIL, m
#define TAIL_WITHIN(m, n) TAIL_WITHIN, m, n
#define BEFORE_TAIL_WITHIN(m, n) BEFORE_TAIL_WITHIN, m, n
#define LINKED(k, offset) LINKED, k, offset
#define AT(offset, k) AT, offset, k
#define STRING(k) STRING, k

static Table makeTable() {
  Table T;
  auto Add = [&T](StringRef Function, Range R) {
    T.Ranges[Function].push_back(R);
    T.Forgetting.insert(Function);
  };
#define MC_READS(function, pointer, ...) Add(#function, Range{pointer, false, __VA_ARGS__});
#define MC_WRITES(function, pointer, ...) Add(#function, Range{pointer, true, __VA_ARGS__});
#define MC_PRINTS(function, format) T.Printed[#function] = format;
#define MC_SCANS(function, format) T.Scanned[#function] = format;
#define MC_QUIET(function) T.Quiet.insert(#function);
#define MC_CALLS_BACK(function) T.Forgetting.erase(#function);
#define MC_KEEPS(function) T.Forgetting.erase(#function);
#define MC_FORGETS(function) T.Forgetting.insert(#function);
#include "ranges.def"
#undef MC_READS
#undef MC_WRITES
#define MC_READS(function, pointer, ...)                                                           \
  T.Ranges[#function].push_back({pointer, false, __VA_ARGS__});
#define MC_WRITES(function, pointer, ...)                                                          \
  T.Ranges[#function].push_back({pointer, true, __VA_ARGS__});
#define MC_PUTS(prefix) T.Puts.push_back(#prefix);
#define MC_GETS(prefix) T.Gets.push_back(#prefix);
#define MC_FORMATS(prefix) T.Formatted.push_back(#prefix);
#include "libstdcxx.def"
#undef MC_PUTS
#undef MC_GETS
#undef MC_FORMATS
#undef MC_READS
#undef MC_WRITES
#undef MC_PRINTS
#undef MC_SCANS
#undef MC_QUIET
#undef MC_CALLS_BACK
#undef MC_KEEPS
#undef MC_FORGETS
  return T;
}

#undef BYTES
#undef PRODUCT
#undef TIMES
#undef SIZE
#undef IF_ANY
#undef ROOM
#undef DONE
#undef ZERO
#undef ZERO_TIMES
#undef POSITIVE
#undef RESULT_OF
#undef COPIED_WITHIN
#undef CONVERTED_WITHIN
#undef WIDE_TAIL
#undef TEXT_WITHIN
#undef COMPARED
#undef COMPARED_WITHIN
#undef FOUND_WITHIN
#undef RESULT_TIMES
#undef PRINTED_WITHIN
#undef TAIL
#undef BEFORE_TAIL
#undef TAIL_WITHIN
#undef BEFORE_TAIL_WITHIN
#undef LINKED
#undef AT
#undef STRING

static const Table &table() {
  static const Table T = makeTable();
  return T;
}

static bool isLibraryDeclaration(const Function &F) {
  return F.isDeclaration() || F.hasAvailableExternallyLinkage();
}

bool forgetsPointers(const Function &F) {
  return isLibraryDeclaration(F) && table().Forgetting.contains(F.getName());
}

bool isQuietLibraryFunction(const Function &F) {
  return isLibraryDeclaration(F) && table().Quiet.contains(F.getName());
}

bool Range::isText() const {
  switch (Kind) {
  case TEXT:
  case TEXT_WITHIN:
  case TEXT_AT_MOST:
  case COMPARED:
  case COMPARED_WITHIN:
  case FOUND:
  case BEFORE_TAIL:
  case BEFORE_TAIL_WITHIN:
  case NUMBER:
    return !IsWrite;
  default:
    return false;
  }
}

//===- Calls ----------------------------------------------------------------------===//

static bool isPointer(const CallBase &Call, unsigned I) {
  return I < Call.arg_size() && Call.getArgOperand(I)->getType()->isPointerTy();
}

static bool isNumber(const CallBase &Call, unsigned I) {
  return I < Call.arg_size() && Call.getArgOperand(I)->getType()->isIntegerTy();
}

/// Has the call the arguments that the length speaks of?
static bool argumentsFit(const CallBase &Call, const Range &R) {
  switch (R.Kind) {
  case PRODUCT:
    return isNumber(Call, R.A) && isNumber(Call, R.B);
  case BYTES:
  case TIMES:
  case TEXT_WITHIN:
  case FOUND_WITHIN:
  case COPIED_WITHIN:
  case RESULT_TIMES:
  case PRINTED_WITHIN:
  case CONVERTED_WITHIN:
  case ZERO_TIMES:
    return isNumber(Call, R.A);
  case COMPARED:
  case TAIL:
  case WIDE_TAIL:
  case ROOM:
  case BEFORE_TAIL:
    return isPointer(Call, R.A);
  case COMPARED_WITHIN:
  case TAIL_WITHIN:
  case BEFORE_TAIL_WITHIN:
    return isPointer(Call, R.A) && isNumber(Call, R.B);
  default:
    return true;
  }
}

/// And such a result?
static bool resultFits(const CallBase &Call, const Range &R) {
  switch (R.Kind) {
  case FOUND:
  case FOUND_WITHIN:
  case COPIED_WITHIN:
  case LINE:
  case WIDE_LINE:
    return Call.getType()->isPointerTy();
  case RESULT:
  case RESULT_OF:
  case RESULT_TIMES:
  case DONE:
  case ZERO:
  case ZERO_TEXT:
  case ZERO_TIMES:
  case POSITIVE:
  case PRINTED:
  case PRINTED_WITHIN:
  case CONVERTED_WITHIN:
  case WIDE_PRINTED:
  case POINTED_LINE:
  case SCANNED:
  case SCANNED_TEXT:
    return Call.getType()->isIntegerTy();
  default:
    return true;
  }
}

static bool fits(const CallBase &Call, const Range &R) {
  return isPointer(Call, R.Pointer) && argumentsFit(Call, R) && resultFits(Call, R);
}

static bool beginsWithOneOf(StringRef Function, ArrayRef<StringRef> Prefixes) {
  return any_of(Prefixes, [&](StringRef Prefix) {
    StringRef Rest = Function.substr(Prefix.size());
    bool IsAnother = any_of(ArrayRef<StringRef>{"C", "D", "6sentry", "PF"},
                            [&](StringRef Start) { return startsWith(Rest, Start); });
    return startsWith(Function, Prefix) && !IsAnother;
  });
}

static void appendStream(StringRef Function, SmallVectorImpl<Range> &Result) {
  enum { OffsetOfFormat = 8, OffsetOfWidth = 16, OffsetOfState = 32, OffsetOfFill = 224 };
  enum { SizeOfFormat = 20, SizeOfWidth = 8, SizeOfState = 4, SizeOfFill = 1 };
  bool Puts = beginsWithOneOf(Function, table().Puts);
  if (Puts || beginsWithOneOf(Function, table().Gets))
    Result.append({{0, true, IN_OWN_STREAM, OffsetOfState, SizeOfState},
                   {0, true, Puts ? PLACE_OF_PUT : PLACE_OF_GET}});
  if (beginsWithOneOf(Function, table().Formatted))
    Result.append({{0, false, IN_STREAM, OffsetOfFormat, SizeOfFormat},
                   {0, false, IN_STREAM, OffsetOfFill, SizeOfFill},
                   {0, true, IN_OWN_STREAM, OffsetOfWidth, SizeOfWidth}});
}

/// What a local variable always is, where it is stored once.
static const Value *withoutVariable(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Variable = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const Value *Stored = nullptr;
  if (!Variable)
    return V;
  for (const User *U : Variable->users()) {
    auto *Other = dyn_cast<Instruction>(U);
    if (isa<LoadInst>(U) || (Other && Other->isLifetimeStartOrEnd()))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != Variable || Stored)
      return V;
    Stored = Store->getValueOperand();
  }
  return Stored ? Stored : V;
}

SmallVector<Range, 2> rangesOf(const CallBase &Call) {
  SmallVector<Range, 2> Result;
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee || Callee->isIntrinsic() || !isLibraryDeclaration(*Callee) || Call.isMustTailCall())
    return Result;
  auto Found = table().Ranges.find(Callee->getName());
  if (Found != table().Ranges.end())
    Result = Found->second;
  appendStream(Callee->getName(), Result);
  for (bool IsPrinted : {true, false}) {
    const StringMap<unsigned> &Formats = IsPrinted ? table().Printed : table().Scanned;
    auto Format = Formats.find(Callee->getName());
    StringRef Text;
    if (Format != Formats.end() && Format->second < Call.arg_size() &&
        getConstantStringInfo(withoutVariable(Call.getArgOperand(Format->second)), Text))
      (IsPrinted ? appendTexts : appendScanned)(Text, Format->second + 1, Result);
  }
  erase_if(Result, [&](const Range &R) { return !fits(Call, R); });
  return Result;
}

//===- Addresses of functions -----------------------------------------------------===//

static Function *callerOf(Function &Taken) {
  Module &M = *Taken.getParent();
  auto *Caller = Function::Create(Taken.getFunctionType(), GlobalValue::LinkOnceODRLinkage,
                                  Taken.getName() + ".taken", M);
  Caller->setComdat(M.getOrInsertComdat(Caller->getName()));
  Caller->addFnAttr(Attribute::NoInline);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Caller));
  SmallVector<Value *, 4> Arguments;
  for (Argument &A : Caller->args())
    Arguments.push_back(&A);
  CallInst *Call = Builder.CreateCall(&Taken, Arguments);
  if (Call->getType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return Caller;
}

void callTakenFunctions(Module &M) {
  SmallVector<Function *, 8> Accessing;
  for (Function &F : M)
    if (F.isDeclaration() && !F.isVarArg() && table().Ranges.count(F.getName()))
      Accessing.push_back(&F);
  for (Function *F : Accessing) {
    SmallVector<Use *, 4> Taken;
    SmallPtrSet<Constant *, 4> Parts; // of what is initialised with it
    for (Use &U : F->uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      auto *Part = dyn_cast<Constant>(U.getUser());
      if (Part && !isa<GlobalValue>(Part))
        Parts.insert(Part);
      else if (!Call || !Call->isCallee(&U))
        Taken.push_back(&U);
    }
    Function *Caller = Taken.empty() && Parts.empty() ? nullptr : callerOf(*F);
    for (Use *U : Taken)
      U->set(Caller);
    for (Constant *Part : Parts)
      Part->handleOperandChange(F, Caller);
  }
}

} // namespace mcmini
