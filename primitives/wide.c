// primitives/wide.c - values of more than 8 bytes, as the numbers that stand for them.
//
// States and operations of variables have words of 8 bytes. Whether a wider value is another is
// seen by its number; what computes with one (an addition of 16 bytes, an access to a part of it)
// needs it back, so those seen are kept. What the number's hash is made of: the last word first, so
// that a small value is its own number.
//
// Never emptied: every trace begins with the trunk's memory.
#include "builtin.h"
#include "wide.h"
#include <string.h>

enum { SLOTS = 32768, VALUES = SLOTS / 2, WORD = 8 };

static struct {
  uint64_t number;
  unsigned char bytes[MC_WIDE_MOST];
} values[VALUES] MC_PER_TRACE_TABLE; // side by side, so that few pages are written
static uint32_t used MC_PER_TRACE;
static uint16_t slots[SLOTS] MC_PER_TRACE_TABLE; // open addressing: 1 + index into `values`

static uint16_t *slot_of(uint64_t number) {
  uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 48) % SLOTS;
  while (slots[i] && values[slots[i] - 1].number != number)
    i = (i + 1) % SLOTS;
  return &slots[i];
}

static void keep(uint64_t number, const unsigned char *bytes, uint64_t size) {
  uint16_t *slot = slot_of(number);
  if (*slot)
    return;
  if (used == VALUES) {
    mc_warn(MC_WARN_WIDE_VALUES, NULL);
    return;
  }
  values[used].number = number;
  memcpy(values[used].bytes, bytes, size);
  *slot = (uint16_t)++used;
}

/// The finaliser of MurmurHash3 (Appleby, 2011): 0 stays 0. A weaker one, as a multiplication, is
/// not enough: values that are each other's complement had one number.
static uint64_t mixed(uint64_t number) {
  number = (number ^ number >> 33) * 0xff51afd7ed558ccdull;
  number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53ull;
  return number ^ number >> 33;
}

uint64_t mc_wide_number(const volatile void *memory, uint64_t size) {
  const unsigned char *bytes = (const unsigned char *)memory;
  uint64_t number = 0, rest = 0;
  for (uint64_t at = (size + WORD - 1) / WORD * WORD; at > 0;) {
    uint64_t word = 0;
    at -= WORD;
    memcpy(&word, bytes + at, size - at < WORD ? size - at : WORD);
    rest = number;
    number = word ^ mixed(number);
  }
  if (rest && size <= MC_WIDE_MOST)
    keep(number, bytes, size);
  return number;
}

void mc_wide_bytes(uint64_t number, unsigned char bytes[MC_WIDE_MOST]) {
  const uint16_t slot = *slot_of(number);
  memset(bytes, 0, MC_WIDE_MOST);
  if (slot)
    memcpy(bytes, values[slot - 1].bytes, MC_WIDE_MOST);
  else
    memcpy(bytes, &number, sizeof number);
}

uint64_t mc_wide_modified(uint16_t kind, uint64_t old, uint64_t operand, uint64_t size) {
  unsigned char bytes[2][MC_WIDE_MOST];
  unsigned __int128 value[2];
  mc_wide_bytes(old, bytes[0]);
  mc_wide_bytes(operand, bytes[1]);
  for (int i = 0; i < 2; i++)
    memcpy(&value[i], bytes[i], sizeof value[i]);
  switch (kind) {
  case MC_ATOMIC_ADD:
    value[0] += value[1];
    break;
  case MC_ATOMIC_SUB:
    value[0] -= value[1];
    break;
  case MC_ATOMIC_AND:
    value[0] &= value[1];
    break;
  case MC_ATOMIC_NAND:
    value[0] = ~(value[0] & value[1]);
    break;
  case MC_ATOMIC_OR:
    value[0] |= value[1];
    break;
  case MC_ATOMIC_XOR:
    value[0] ^= value[1];
    break;
  case MC_ATOMIC_MAX:
    value[0] = (__int128)value[0] < (__int128)value[1] ? value[1] : value[0];
    break;
  case MC_ATOMIC_MIN:
    value[0] = (__int128)value[0] < (__int128)value[1] ? value[0] : value[1];
    break;
  case MC_ATOMIC_UMAX:
    value[0] = value[0] < value[1] ? value[1] : value[0];
    break;
  case MC_ATOMIC_UMIN:
    value[0] = value[0] < value[1] ? value[0] : value[1];
    break;
  case MC_ATOMIC_MODIFY:
    return old;
  default:
    return operand;
  }
  return mc_wide_number(&value[0], size < sizeof value[0] ? size : sizeof value[0]);
}
