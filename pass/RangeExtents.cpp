//===- pass/RangeExtents.cpp - Code that computes where a range lies ------------------===//
// The lengths of texts are measured after the call, and only as far as the call itself has read.
//===----------------------------------------------------------------------------------===//
#include "Llvm.h"
#include "Ranges.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mcmini {

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
    return Builder.CreateSelect(Builder.CreateAnd(Condition, Builder.CreateIsNotNull(Address)),
                                Then, none());
  }

  /// The result and an end, each of that many bytes, but at most argument n; none for a null
  /// pointer.
  Value *converted(const Range &R, Value *Address) {
    Value *Whole = Builder.CreateAdd(result(), Builder.getInt64(1));
    Value *Count =
        Builder.CreateSelect(Builder.CreateICmpULT(Whole, number(R.A)), Whole, number(R.A));
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

  /// What the arguments say, or the table.
  Value *sizeByArguments(const Range &R, Value *Address) {
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
    case ROOM:
      return when(Builder.getTrue(), Address, measured("__mcmini_room", {address(R.A)}));
    case STRING:
      return Builder.CreateMul(pointed(Long, address(R.Pointer), OffsetOfLength),
                               Builder.getInt64(R.A));
    default:
      return none();
    }
  }

  /// What a text says, behind the call.
  Value *sizeOfText(const Range &R, Value *Address) {
    switch (R.Kind) {
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
    case BEFORE_TAIL:
    case BEFORE_TAIL_WITHIN:
      return Builder.CreateAdd(Builder.CreateSub(text(Address, most()), tail(R)),
                               Builder.getInt64(1));
    case NUMBER:
      return measured("__mcmini_number", {Address});
    case WIDE_TEXT:
      return wideText(Address);
    case ZERO_TEXT:
      return text(Address, when(Builder.CreateICmpEQ(result(), none()), Address, most()));
    case WIDE_LINE:
      return wideText(ifNotNull(Address, Constant::getNullValue(Pointer)));
    case SCANNED_TEXT:
      return text(Address, ifScanned(R, most()));
    default:
      return none();
    }
  }

  /// What the result of the call says.
  Value *sizeByResult(const Range &R, Value *Address) {
    switch (R.Kind) {
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
    case DONE:
      return when(Builder.CreateICmpSGE(result(), none()), Address, Builder.getInt64(R.A));
    case ZERO:
      return when(Builder.CreateICmpEQ(result(), none()), Address, Builder.getInt64(R.A));
    case ZERO_TIMES:
      return when(Builder.CreateICmpEQ(result(), none()), Address,
                  Builder.CreateMul(number(R.A), Builder.getInt64(R.B)));
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
      return when(
          Builder.CreateICmpSGE(result(), none()), Address,
          Builder.CreateMul(Builder.CreateAdd(result(), Builder.getInt64(1)), Builder.getInt64(4)));
    case SCANNED:
      return ifScanned(R, Builder.getInt64(R.A));
    default:
      return sizeOfText(R, Address);
    }
  }

  Value *size(const Range &R, Value *Address) {
    return R.isKnownBefore() || R.Kind == LINKED || R.Kind == STRING ? sizeByArguments(R, Address)
                                                                     : sizeByResult(R, Address);
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
