//===- pass/Ranges.cpp - The memory that functions of the C library access ------------===//
// The lengths of texts are measured after the call, and only as far as the call itself has read.
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

/// Has the call the arguments that the table speaks of?
static bool fits(const CallBase &Call, const Range &R) {
  auto IsPointer = [&](unsigned I) {
    return I < Call.arg_size() && Call.getArgOperand(I)->getType()->isPointerTy();
  };
  auto IsNumber = [&](unsigned I) {
    return I < Call.arg_size() && Call.getArgOperand(I)->getType()->isIntegerTy();
  };
  if (!IsPointer(R.Pointer))
    return false;
  switch (R.Kind) {
  case PRODUCT:
    return IsNumber(R.A) && IsNumber(R.B);
  case BYTES:
  case TIMES:
  case TEXT_WITHIN:
    return IsNumber(R.A);
  case COMPARED:
  case TAIL:
  case WIDE_TAIL:
  case ROOM:
  case BEFORE_TAIL:
    return IsPointer(R.A);
  case COMPARED_WITHIN:
  case TAIL_WITHIN:
  case BEFORE_TAIL_WITHIN:
    return IsPointer(R.A) && IsNumber(R.B);
  case FOUND_WITHIN:
  case COPIED_WITHIN:
    return IsNumber(R.A) && Call.getType()->isPointerTy();
  case FOUND:
  case LINE:
  case WIDE_LINE:
    return Call.getType()->isPointerTy();
  case RESULT:
  case DONE:
  case ZERO:
  case ZERO_TEXT:
  case POSITIVE:
  case RESULT_OF:
  case PRINTED:
  case WIDE_PRINTED:
  case POINTED_LINE:
  case SCANNED:
  case SCANNED_TEXT:
    return Call.getType()->isIntegerTy();
  case RESULT_TIMES:
  case PRINTED_WITHIN:
  case CONVERTED_WITHIN:
  case ZERO_TIMES:
    return IsNumber(R.A) && Call.getType()->isIntegerTy();
  case SIZE:
  case IF_ANY:
  case AT:
  case IN_STREAM:
  case IN_OWN_STREAM:
  case PLACE_OF_PUT:
  case PLACE_OF_GET:
  case TEXT:
  case TEXT_AT_MOST:
  case WIDE_TEXT:
  case NUMBER:
  case LINKED:
  case STRING:
    return true;
  }
  return false;
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

//===- Lengths --------------------------------------------------------------------===//

namespace {
/// Emits what one range needs.
class Measure {
public:
  Measure(IRBuilder<> &IRB, CallBase &TheCall)
      : Builder(IRB), Call(TheCall), Long(IRB.getInt64Ty()),
        Pointer(bytePointerType(TheCall.getContext())) {}

  Extent extent(const Range &R) {
    Value *Address = address(R.Pointer);
    if (R.isBehindPointer())
      Address = pointed(Pointer, Address, R.Kind == LINKED ? R.B : 0);
    if (R.Kind == IN_STREAM || R.Kind == IN_OWN_STREAM || R.Kind == PLACE_OF_PUT ||
        R.Kind == PLACE_OF_GET)
      return stream(Address, R);
    if (R.Kind == AT)
      return {at(Address, Builder.getInt64(R.A)), Builder.getInt64(R.B)};
    if (R.Kind != TAIL && R.Kind != TAIL_WITHIN && R.Kind != WIDE_TAIL)
      return {Address, size(R, Address)};
    Value *Tail = tail(R);
    Value *Whole = R.Kind == WIDE_TAIL ? wideText(Address) : text(Address, most());
    Value *Start = Builder.CreateSub(Whole, Tail);
    return {Builder.CreateGEP(Builder.getInt8Ty(), Address, Start), Tail};
  }

  Extent bounds(const Range &R) { return {address(R.Pointer), atMost(R)}; }

private:
  IRBuilder<> &Builder;
  CallBase &Call;
  Type *Long, *Pointer;

  enum { OffsetOfLength = 8 }; // in a std::string, which begins with the pointer to its text

  /// Is it an object of the class with that table of virtual functions?
  Value *isA(Value *Address, StringRef Table) {
    Constant *There = Call.getModule()->getOrInsertGlobal(Table, Builder.getInt8Ty());
    Value *First = Builder.CreateGEP(Builder.getInt8Ty(), Builder.CreatePointerCast(There, Pointer),
                                     Builder.getInt64(16));
    return Builder.CreateICmpEQ(pointed(Pointer, Address, 0), First);
  }

  Value *at(Value *Object, Value *Offset) {
    return Builder.CreateGEP(Builder.getInt8Ty(), Object, Offset);
  }

  /// A buffer of another class may do without these pointers, and have a lock.
  Extent stream(Value *Address, const Range &R) {
    enum { OffsetOfOffset = -24, OffsetOfBuffer = 232 };
    enum { OffsetOfGet = 16, OffsetOfPut = 40, SizeOfPointer = 8 };
    const bool IsWide = Call.getCalledOperand()->stripPointerCasts()->getName().contains("IwSt");
    Value *Base = at(Address, pointed(Long, pointed(Pointer, Address, 0), OffsetOfOffset));
    Value *Place = at(Base, Builder.getInt64(R.A)), *Size = Builder.getInt64(R.B);
    if (R.Kind == IN_STREAM)
      return {Place, Size};
    Value *Buffer = pointed(Pointer, Base, OffsetOfBuffer);
    Buffer = Builder.CreateSelect(Builder.CreateIsNull(Buffer), Base, Buffer);
    if (R.Kind == IN_OWN_STREAM) {
      Value *IsShared =
          isA(Buffer, IsWide ? "_ZTVN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEE"
                             : "_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE");
      return {Place, Builder.CreateSelect(IsShared, none(), Size)};
    }
    Value *IsText =
        isA(Buffer, IsWide ? "_ZTVNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEE"
                           : "_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE");
    Value *IsFile = isA(Buffer, IsWide ? "_ZTVSt13basic_filebufIwSt11char_traitsIwEE"
                                       : "_ZTVSt13basic_filebufIcSt11char_traitsIcEE");
    return {at(Buffer, Builder.getInt64(R.Kind == PLACE_OF_PUT ? OffsetOfPut : OffsetOfGet)),
            Builder.CreateSelect(Builder.CreateOr(IsText, IsFile), Builder.getInt64(SizeOfPointer),
                                 none())};
  }

  Value *pointed(Type *What, Value *Address, int Offset) {
    Value *There =
        Builder.CreateGEP(Builder.getInt8Ty(), Address, Builder.getInt64((uint64_t)Offset));
    return Builder.CreateLoad(What, Builder.CreateBitCast(There, PointerType::getUnqual(What)));
  }
  Value *address(unsigned I) { return Builder.CreatePointerCast(Call.getArgOperand(I), Pointer); }
  Value *number(unsigned I) { return Builder.CreateZExtOrTrunc(Call.getArgOperand(I), Long); }
  Value *result() { return Builder.CreateSExtOrTrunc(&Call, Long); }
  Value *most() { return Builder.getInt64(UINT64_MAX); }
  Value *none() { return Builder.getInt64(0); }

  Value *ifNotNull(Value *Then, Value *Else) {
    return Builder.CreateSelect(Builder.CreateIsNotNull(&Call), Then, Else);
  }

  /// Bytes from `Address` to the result of the call, with the one there.
  Value *upToResult(Value *Address) {
    Value *Difference = Builder.CreateSub(Builder.CreatePtrToInt(&Call, Long),
                                          Builder.CreatePtrToInt(Address, Long));
    return Builder.CreateAdd(Difference, Builder.getInt64(1));
  }

  Value *text(Value *Address, Value *Most) {
    Module &M = *Call.getModule();
    return Builder.CreateCall(M.getOrInsertFunction("__mcmini_text", Long, Pointer, Long),
                              {Address, Most});
  }

  Value *compared(Value *Address, Value *Other, Value *Most) {
    Module &M = *Call.getModule();
    return Builder.CreateCall(
        M.getOrInsertFunction("__mcmini_compared", Long, Pointer, Pointer, Long),
        {Address, Other, Most});
  }

  /// Of a library function that only measures a text.
  Value *measured(StringRef Function, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 2> Types;
    for (Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    return Builder.CreateCall(
        Call.getModule()->getOrInsertFunction(Function, FunctionType::get(Long, Types, false)),
        Arguments);
  }

  Value *wideText(Value *Address) { return measured("__mcmini_wide_text", {Address}); }

  /// Bytes that a text was appended, with its zero.
  Value *tail(const Range &R) {
    if (R.Kind == WIDE_TAIL)
      return wideText(address(R.A));
    if (R.Kind == TAIL || R.Kind == BEFORE_TAIL)
      return text(address(R.A), most());
    return Builder.CreateAdd(measured("strnlen", {address(R.A), number(R.B)}), Builder.getInt64(1));
  }

  /// Has scanf assigned the value of that number?
  Value *ifScanned(const Range &R, Value *Then) {
    return Builder.CreateSelect(Builder.CreateICmpSGE(result(), Builder.getInt64(R.B)), Then,
                                none());
  }

  Value *notNegative(Value *Checked, Value *Then) {
    return Builder.CreateSelect(Builder.CreateICmpSLT(Checked, none()), none(), Then);
  }

  Value *when(Value *Condition, Value *Address, Value *Then) {
    return Builder.CreateSelect(
        Builder.CreateAnd(Condition, Builder.CreateIsNotNull(Address)), Then, none());
  }

  /// The result and an end, each of that many bytes, but at most argument n; none for a null pointer.
  Value *converted(const Range &R, Value *Address) {
    Value *Whole = Builder.CreateAdd(result(), Builder.getInt64(1));
    Value *Count = Builder.CreateSelect(Builder.CreateICmpULT(Whole, number(R.A)), Whole, number(R.A));
    return when(Builder.CreateICmpSGE(result(), none()), Address,
                Builder.CreateMul(Count, Builder.getInt64(R.B)));
  }

  Value *atMost(const Range &R) {
    switch (R.Kind) {
    case TEXT_WITHIN:
    case FOUND_WITHIN:
    case PRINTED_WITHIN:
      return number(R.A);
    case COMPARED_WITHIN:
      return number(R.B);
    case COPIED_WITHIN:
      return number(R.A);
    case ZERO_TIMES:
    case CONVERTED_WITHIN:
      return Builder.CreateMul(number(R.A), Builder.getInt64(R.B));
    case TEXT_AT_MOST:
    case SCANNED:
    case DONE:
    case ZERO:
    case POSITIVE:
      return Builder.getInt64(R.A);
    default:
      return most();
    }
  }

  Value *size(const Range &R, Value *Address) {
    switch (R.Kind) {
    case BYTES:
      return number(R.A);
    case PRODUCT:
      return Builder.CreateMul(number(R.A), number(R.B));
    case TIMES:
      return Builder.CreateMul(number(R.A), Builder.getInt64(R.B));
    case SIZE:
    case LINKED:
      return Builder.getInt64(R.A);
    case IF_ANY:
      return Builder.CreateSelect(Builder.CreateIsNotNull(Address), Builder.getInt64(R.A), none());
    case TEXT:
      return text(Address, most());
    case TEXT_WITHIN:
      return text(Address, number(R.A));
    case TEXT_AT_MOST:
      return text(Address, Builder.getInt64(R.A));
    case COMPARED:
      return compared(Address, address(R.A), most());
    case COMPARED_WITHIN:
      return compared(Address, address(R.A), number(R.B));
    case FOUND:
      return text(Address, ifNotNull(upToResult(Address), most()));
    case FOUND_WITHIN:
      return ifNotNull(upToResult(Address), number(R.A));
    case LINE:
      return text(Address, ifNotNull(most(), none()));
    case RESULT:
      return notNegative(result(), result());
    case RESULT_TIMES:
      return Builder.CreateMul(result(), number(R.A));
    case PRINTED:
    case POINTED_LINE:
      return notNegative(result(), Builder.CreateAdd(result(), Builder.getInt64(1)));
    case PRINTED_WITHIN: {
      Value *Whole = Builder.CreateAdd(result(), Builder.getInt64(1));
      Value *Fits = Builder.CreateICmpULT(Whole, number(R.A));
      return notNegative(result(), Builder.CreateSelect(Fits, Whole, number(R.A)));
    }
    case BEFORE_TAIL:
    case BEFORE_TAIL_WITHIN:
      return Builder.CreateAdd(Builder.CreateSub(text(Address, most()), tail(R)),
                               Builder.getInt64(1));
    case ROOM:
      return when(Builder.getTrue(), Address, measured("__mcmini_room", {address(R.A)}));
    case DONE:
      return when(Builder.CreateICmpSGE(result(), none()), Address, Builder.getInt64(R.A));
    case ZERO:
      return when(Builder.CreateICmpEQ(result(), none()), Address, Builder.getInt64(R.A));
    case ZERO_TIMES:
      return when(Builder.CreateICmpEQ(result(), none()), Address,
                  Builder.CreateMul(number(R.A), Builder.getInt64(R.B)));
    case ZERO_TEXT:
      return text(Address, when(Builder.CreateICmpEQ(result(), none()), Address, most()));
    case POSITIVE:
      return when(Builder.CreateICmpSGT(result(), none()), Address, Builder.getInt64(R.A));
      case RESULT_OF:
      return when(Builder.CreateICmpSGE(result(), none()), Address,
                  Builder.CreateMul(result(), Builder.getInt64(R.A)));
    case COPIED_WITHIN:
      return ifNotNull(Builder.CreateSub(Builder.CreatePtrToInt(&Call, Long),
                                         Builder.CreatePtrToInt(address(0), Long)),
                       number(R.A));
    case CONVERTED_WITHIN:
      return converted(R, Address);
    case WIDE_PRINTED:
      return when(Builder.CreateICmpSGE(result(), none()), Address,
                  Builder.CreateMul(Builder.CreateAdd(result(), Builder.getInt64(1)),
                                    Builder.getInt64(4)));
    case WIDE_LINE:
      return wideText(ifNotNull(Address, Constant::getNullValue(Pointer)));
    case WIDE_TEXT:
      return wideText(Address);
    case NUMBER:
      return measured("__mcmini_number", {Address});
    case STRING:
      return Builder.CreateMul(pointed(Long, address(R.Pointer), OffsetOfLength),
                               Builder.getInt64(R.A));
    case SCANNED:
      return ifScanned(R, Builder.getInt64(R.A));
    case SCANNED_TEXT:
      return text(Address, ifScanned(R, most()));
    case AT:
    case IN_STREAM:
    case IN_OWN_STREAM:
    case PLACE_OF_PUT:
    case PLACE_OF_GET:
    case TAIL:
    case TAIL_WITHIN:
    case WIDE_TAIL:
      break;
    }
    return none();
  }
};
} // namespace

Extent emitExtent(IRBuilder<> &Builder, CallBase &Call, const Range &R) {
  return Measure(Builder, Call).extent(R);
}

Extent emitBounds(IRBuilder<> &Builder, CallBase &Call, const Range &R) {
  return Measure(Builder, Call).bounds(R);
}

} // namespace mcmini
