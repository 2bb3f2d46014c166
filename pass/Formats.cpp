//===- pass/Formats.cpp - What the formats of printf and scanf make them access -------===//
#include "Formats.h"

using namespace llvm;

namespace mcmini {

static unsigned sizeOfInteger(StringRef Width) {
  return Width.empty() ? 4 : Width == "h" ? 2 : Width == "hh" ? 1 : 8;
}

void appendTexts(StringRef Format, unsigned Next, SmallVectorImpl<Range> &Ranges) {
  for (size_t I = Format.find('%'); I < Format.size(); I = Format.find('%', I)) {
    ++I;
    auto Skip = [&](StringRef Characters) {
      size_t Start = I;
      I = std::min(Format.find_first_not_of(Characters, I), Format.size());
      return Format.substr(Start, I - Start);
    };
    Skip("-+ #0'");
    bool HasNumber = !Skip("0123456789").empty();
    if (HasNumber && I < Format.size() && Format[I] == '$')
      return;
    if (!Skip("*").empty())
      ++Next;
    Range Text{0, false, TEXT};
    if (!Skip(".").empty()) {
      StringRef Most = Skip("*0123456789");
      Text.Kind = Most == "*" ? TEXT_WITHIN : TEXT_AT_MOST; // a negative one is a large one
      if (Most == "*")
        Text.A = Next++;
      else if (Most.getAsInteger(10, Text.A))
        Text.A = 0;
    }
    StringRef Width = Skip("hlqjzLt");
    if (I == Format.size() || Format[I] == '%') {
      I += I < Format.size();
      continue;
    }
    Text.Pointer = Next++;
    if (Format[I] == 's' && Width.empty())
      Ranges.push_back(Text);
    if (Format[I] == 'n')
      Ranges.push_back({Text.Pointer, true, SIZE, sizeOfInteger(Width)});
  }
}

/// Bytes of the number that scanf stores for a conversion; 0: it is none.
static unsigned scannedSize(char Conversion, StringRef Width) {
  if (StringRef("diouxX").contains(Conversion))
    return sizeOfInteger(Width);
  if (StringRef("aAeEfFgG").contains(Conversion))
    return Width.empty() ? 4 : Width == "L" ? 10 : 8;
  return Conversion == 'p' ? 8 : 0;
}

void appendScanned(StringRef Format, unsigned Next, SmallVectorImpl<Range> &Ranges) {
  unsigned Number = 0;
  for (size_t I = Format.find('%'); I < Format.size(); I = Format.find('%', I)) {
    ++I;
    auto Skip = [&](StringRef Characters) {
      size_t Start = I;
      I = std::min(Format.find_first_not_of(Characters, I), Format.size());
      return Format.substr(Start, I - Start);
    };
    bool IsSkipped = !Skip("*'").empty();
    unsigned Most = 1;
    bool HasNumber = !Skip("0123456789").getAsInteger(10, Most);
    if (HasNumber && I < Format.size() && Format[I] == '$')
      return;
    bool IsAllocated = !Skip("m").empty();
    StringRef Width = Skip("hlqjztL");
    if (I == Format.size())
      return;
    char Conversion = Format[I++];
    if (Conversion == '[') { // a set: ] may be its first character
      I += I < Format.size() && Format[I] == '^';
      I = std::min(Format.find(']', I + 1), Format.size());
    }
    if (Conversion == '%' || IsSkipped)
      continue;
    Range R{Next++, true, SCANNED};
    if (Conversion == 'n')
      continue;
    R.B = ++Number;
    R.A = scannedSize(Conversion, Width);
    bool IsWide = Width == "l" || StringRef("CS").contains(Conversion);
    if (IsAllocated)
      R.A = 8;
    else if (!R.A && IsWide)
      R.A = 4;
    else if (Conversion == 'c')
      R.A = Most;
    else if (Conversion == 's' || Conversion == '[')
      R.Kind = SCANNED_TEXT;
    Ranges.push_back(R);
  }
}

} // namespace mcmini
