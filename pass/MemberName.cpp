//===- pass/MemberName.cpp - The member that lies at an offset in a type ------------===//
// A union, a first member, a base class: several parts of an object begin at one place. The search
// goes through all that contain the offset, outermost first, and backtracks until one is the
// target.
//===----------------------------------------------------------------------------------===//
#include "MemberName.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace mcmini {

//===- Types ----------------------------------------------------------------------===//

const DIType *withoutQualifiers(const DIType *T) {
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_restrict_type:
      T = Derived->getBaseType();
      continue;
    default:
      return T;
    }
  }
  return T;
}

bool hasTypeName(const DIType *T, StringRef Name) {
  const DIType *Last = withoutQualifiers(T);
  for (; T != Last; T = cast<DIDerivedType>(T)->getBaseType())
    if (T->getTag() == dwarf::DW_TAG_typedef && T->getName() == Name)
      return true;
  return false;
}

bool isAtomicQualified(const DIType *T) {
  const DIType *Last = withoutQualifiers(T);
  for (; T != Last; T = cast<DIDerivedType>(T)->getBaseType())
    if (T->getTag() == dwarf::DW_TAG_atomic_type)
      return true;
  return false;
}

int64_t byteSize(const DIType *T) {
  T = withoutQualifiers(T);
  return T ? T->getSizeInBits() / 8 : 0;
}

static unsigned tagOf(const DIType *T) {
  T = withoutQualifiers(T);
  return T ? T->getTag() : 0;
}

bool isReference(const DIType *T) {
  return tagOf(T) == dwarf::DW_TAG_reference_type ||
         tagOf(T) == dwarf::DW_TAG_rvalue_reference_type;
}

bool isPointerOrReference(const DIType *T) {
  return isReference(T) || tagOf(T) == dwarf::DW_TAG_pointer_type;
}

const DIType *referredType(const DIType *T) {
  return isPointerOrReference(T) ? cast<DIDerivedType>(withoutQualifiers(T))->getBaseType()
                                 : nullptr;
}

static std::string parenthesized(const std::string &Text) {
  return Text[0] == '*' ? "(" + Text + ")" : Text;
}

/// Searches a type for the target at an offset.
namespace {
class MemberSearch {
public:
  MemberSearch(const Target &T, const VariableOffsets &I,
               const std::function<std::string(Value *)> &Text)
      : IsTarget(T), Indices(I), IndexText(Text) {}

  bool inPlace(Place At, int64_t Offset) {
    if (!At.Type) {
      Found = At;
      return Offset == 0 && Indices.empty();
    }
    int64_t Size = byteSize(At.Type);
    size_t Next = 0;
    bool HasIndex = At.IsPointee && !Indices.empty() && Indices[0].second == Size;
    if (!HasIndex && Offset >= Size && inType(At, Offset, Next)) // a flexible array
      return true;
    if (At.IsPointee && Size > 0 && (HasIndex || Offset < 0 || Offset >= Size)) {
      At.Text = parenthesized(At.Text) + index(Offset, Size, Next);
      At.IsPointee = false;
    }
    return inType(At, Offset, Next);
  }

  Place Found;

private:
  const Target &IsTarget;
  const VariableOffsets &Indices;
  const std::function<std::string(Value *)> &IndexText;

  /// "[i]" for elements of `Stride` bytes; takes the index and its bytes away.
  std::string index(int64_t &Offset, int64_t Stride, size_t &Next) {
    int64_t Constant = Offset / Stride - (Offset % Stride < 0 ? 1 : 0);
    Offset -= Constant * Stride;
    if (Next == Indices.size() || Indices[Next].second != Stride)
      return "[" + std::to_string(Constant) + "]";
    std::string Text = IndexText(Indices[Next++].first);
    return "[" + Text + (Constant ? " + " + std::to_string(Constant) : "") + "]";
  }

  bool inType(const Place &At, int64_t Offset, size_t Next) {
    if (Offset == 0 && Next == Indices.size() && IsTarget(At.Type)) {
      Found = At;
      return true;
    }
    auto *Composite = dyn_cast_or_null<DICompositeType>(withoutQualifiers(At.Type));
    if (!Composite)
      return false;
    if (Composite->getTag() == dwarf::DW_TAG_array_type)
      return inArray(At, *Composite, Offset, Next);
    for (const DINode *Element : Composite->getElements())
      if (auto *Member = dyn_cast_or_null<DIDerivedType>(Element))
        if (inMember(At, *Composite, *Member, Offset, Next))
          return true;
    return false;
  }

  bool inArray(const Place &At, const DICompositeType &Array, int64_t Offset, size_t Next) {
    int64_t Size = byteSize(Array.getBaseType());
    SmallVector<int64_t, 4> Strides; // innermost dimension first
    DINodeArray Dimensions = Array.getElements();
    for (unsigned I = Dimensions.size(); I-- > 0;) {
      Strides.push_back(Size);
      auto *Range = dyn_cast_or_null<DISubrange>(Dimensions[I]);
      auto *Count = Range ? Range->getCount().dyn_cast<ConstantInt *>() : nullptr;
      Size *= Count ? Count->getSExtValue() : 1;
    }
    Place Element{At.IsPointee ? "(*" + At.Text + ")" : At.Text, Array.getBaseType(), false};
    for (int64_t Stride : reverse(Strides)) {
      if (Stride <= 0)
        return false;
      Element.Text += index(Offset, Stride, Next);
    }
    return inType(Element, Offset, Next);
  }

  /// "pool->", "Pool::" for this->, and nothing for what a lambda has captured.
  static std::string prefix(const Place &At, const DICompositeType &Class) {
    if (At.Text != "this")
      return At.IsPointee ? parenthesized(At.Text) + "->" : At.Text + ".";
    std::string Name = Class.getName().split('<').first.str();
    return Name.empty() ? "" : Name + "::";
  }

  bool inMember(const Place &At, const DICompositeType &Class, const DIDerivedType &Member,
                int64_t Offset, size_t Next) {
    bool IsBase = Member.getTag() == dwarf::DW_TAG_inheritance;
    if ((Member.getTag() != dwarf::DW_TAG_member && !IsBase) || Member.isStaticMember())
      return false;
    int64_t Start = Member.getOffsetInBits() / 8, Size = byteSize(Member.getBaseType());
    if (Offset < Start || (Size > 0 && Offset >= Start + Size)) // size 0: flexible array
      return false;
    Place Inner{At.Text, Member.getBaseType(), At.IsPointee};
    if (!IsBase && !Member.getName().empty()) { // else a base class or an anonymous union
      Inner.Text = prefix(At, Class) + Member.getName().str();
      Inner.IsPointee = false;
    }
    if (Member.isBitField() && Offset == Start && Next == Indices.size() && IsTarget(&Member)) {
      Found = Inner;
      return true;
    }
    return inType(Inner, Offset - Start, Next);
  }
};
} // namespace

Place findMember(const Place &Root, int64_t Offset, const VariableOffsets &Indices,
                 const Target &IsTarget, const std::function<std::string(Value *)> &IndexText) {
  MemberSearch Search(IsTarget, Indices, IndexText);
  return Search.inPlace(Root, Offset) ? Search.Found : Place{};
}

} // namespace mcmini
