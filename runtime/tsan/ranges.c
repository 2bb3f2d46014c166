// runtime/tsan/ranges.c - the memory that calls of the C library's functions read or write through
// their arguments: pass/ranges.def says which, for the pass and for us. Memory whose length an
// argument says is announced before the call; memory that has to be measured, after it.
#include "runtime/tsan/calls.h"
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <wchar.h>

//===- The table ------------------------------------------------------------------------------===//

enum length {
  LENGTH_BYTES,
  LENGTH_PRODUCT,
  LENGTH_TIMES,
  LENGTH_SIZE,
  LENGTH_IF_ANY,
  LENGTH_ROOM,
  LENGTH_DONE,
  LENGTH_ZERO,
  LENGTH_ZERO_TIMES,
  LENGTH_ZERO_TEXT,
  LENGTH_POSITIVE,
  LENGTH_RESULT_OF,
  LENGTH_COPIED_WITHIN,
  LENGTH_CONVERTED_WITHIN,
  LENGTH_WIDE_PRINTED,
  LENGTH_WIDE_LINE,
  LENGTH_WIDE_TAIL,
  LENGTH_TEXT,
  LENGTH_TEXT_WITHIN,
  LENGTH_COMPARED,
  LENGTH_COMPARED_WITHIN,
  LENGTH_FOUND,
  LENGTH_FOUND_WITHIN,
  LENGTH_LINE,
  LENGTH_RESULT,
  LENGTH_RESULT_TIMES,
  LENGTH_PRINTED,
  LENGTH_PRINTED_WITHIN,
  LENGTH_TAIL,
  LENGTH_BEFORE_TAIL,
  LENGTH_TAIL_WITHIN,
  LENGTH_BEFORE_TAIL_WITHIN,
  LENGTH_WIDE_TEXT,
  LENGTH_NUMBER,
  LENGTH_POINTED_LINE,
};

#define BYTES(n) LENGTH_BYTES, n, 0
#define PRODUCT(n, m) LENGTH_PRODUCT, n, m
#define TIMES(n, k) LENGTH_TIMES, n, k
#define SIZE(k) LENGTH_SIZE, k, 0
#define IF_ANY(k) LENGTH_IF_ANY, k, 0
#define ROOM(m) LENGTH_ROOM, m, 0
#define DONE(k) LENGTH_DONE, k, 0
#define ZERO(k) LENGTH_ZERO, k, 0
#define ZERO_TIMES(n, k) LENGTH_ZERO_TIMES, n, k
#define ZERO_TEXT LENGTH_ZERO_TEXT, 0, 0
#define POSITIVE(k) LENGTH_POSITIVE, k, 0
#define RESULT_OF(k) LENGTH_RESULT_OF, k, 0
#define COPIED_WITHIN(n) LENGTH_COPIED_WITHIN, n, 0
#define CONVERTED_WITHIN(n, k) LENGTH_CONVERTED_WITHIN, n, k
#define WIDE_PRINTED LENGTH_WIDE_PRINTED, 0, 0
#define WIDE_LINE LENGTH_WIDE_LINE, 0, 0
#define WIDE_TAIL(m) LENGTH_WIDE_TAIL, m, 0
#define TEXT LENGTH_TEXT, 0, 0
#define TEXT_WITHIN(n) LENGTH_TEXT_WITHIN, n, 0
#define COMPARED(m) LENGTH_COMPARED, m, 0
#define COMPARED_WITHIN(m, n) LENGTH_COMPARED_WITHIN, m, n
#define FOUND LENGTH_FOUND, 0, 0
#define FOUND_WITHIN(n) LENGTH_FOUND_WITHIN, n, 0
#define LINE LENGTH_LINE, 0, 0
#define RESULT LENGTH_RESULT, 0, 0
#define RESULT_TIMES(n) LENGTH_RESULT_TIMES, n, 0
#define PRINTED LENGTH_PRINTED, 0, 0
#define PRINTED_WITHIN(n) LENGTH_PRINTED_WITHIN, n, 0
#define TAIL(m) LENGTH_TAIL, m, 0
#define BEFORE_TAIL(m) LENGTH_BEFORE_TAIL, m, 0
#define TAIL_WITHIN(m, n) LENGTH_TAIL_WITHIN, m, n
#define BEFORE_TAIL_WITHIN(m, n) LENGTH_BEFORE_TAIL_WITHIN, m, n
#define WIDE_TEXT LENGTH_WIDE_TEXT, 0, 0
#define NUMBER LENGTH_NUMBER, 0, 0
#define POINTED_LINE LENGTH_POINTED_LINE, 0, 0

struct range {
  uint16_t function; ///< enum mc_call_function
  uint8_t pointer;   ///< the argument that points to the bytes
  bool is_write;
  uint8_t length; ///< enum length, with its numbers
  uint16_t a, b;
};

static const struct range table[] = {
#define MC_READS(function, pointer, ...) {MC_CALL_##function, pointer, false, __VA_ARGS__},
#define MC_WRITES(function, pointer, ...) {MC_CALL_##function, pointer, true, __VA_ARGS__},
#define MC_PRINTS(function, format)
#define MC_SCANS(function, format)
#define MC_QUIET(function)
#define MC_CALLS_BACK(function)
#define MC_KEEPS(function)
#define MC_FORGETS(function)
#include "pass/ranges.def"
};

enum { RANGES = sizeof table / sizeof *table };
// 1 + the number of a function's line; 0: no more.
static uint16_t first[MC_CALL_FUNCTIONS] MC_PER_TRACE_TABLE, next[RANGES] MC_PER_TRACE_TABLE;

__attribute__((constructor)) static void chain(void) {
  for (unsigned i = RANGES; i-- > 0;) {
    next[i] = first[table[i].function];
    first[table[i].function] = (uint16_t)(i + 1);
  }
}

//===- Lengths --------------------------------------------------------------------------------===//

static bool is_measured(const struct range *r) {
  return r->length != LENGTH_BYTES && r->length != LENGTH_PRODUCT && r->length != LENGTH_TIMES &&
         r->length != LENGTH_SIZE && r->length != LENGTH_IF_ANY && r->length != LENGTH_ROOM;
}

static const char *text_at(const struct mc_call *call, unsigned argument) {
  return (const char *)call->argument[argument];
}

static uint64_t text(const struct mc_call *call, unsigned argument) {
  return __mcmini_text(text_at(call, argument), UINT64_MAX);
}

/// Bytes from the text up to where the result of the call points, that byte included; `otherwise`,
/// if the result is null.
static uint64_t up_to_result(const struct mc_call *call, const struct range *r,
                             uint64_t otherwise) {
  return call->result ? call->result - call->argument[r->pointer] + 1 : otherwise;
}

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

/// Bytes that were appended to a text, with the zero at the end.
static uint64_t tail(const struct mc_call *call, const struct range *r) {
  if (r->length == LENGTH_TAIL || r->length == LENGTH_BEFORE_TAIL)
    return text(call, r->a);
  const uint64_t most = call->argument[r->b], read = __mcmini_text(text_at(call, r->a), most);
  return read && !text_at(call, r->a)[read - 1] ? read : read + 1;
}

static uint64_t wide_text(const struct mc_call *call, unsigned argument) {
  return __mcmini_wide_text((const void *)call->argument[argument]);
}

/// The size, if the arguments say it.
static uint64_t size_by_arguments(const struct mc_call *call, const struct range *r) {
  const uint64_t *argument = call->argument;
  const bool is_null = !argument[r->pointer];
  switch ((enum length)r->length) {
  case LENGTH_BYTES:
    return argument[r->a];
  case LENGTH_PRODUCT:
    return argument[r->a] * argument[r->b];
  case LENGTH_TIMES:
    return argument[r->a] * r->b;
  case LENGTH_SIZE:
    return r->a;
  case LENGTH_IF_ANY:
    return is_null ? 0 : r->a;
  case LENGTH_ROOM:
    return is_null ? 0 : __mcmini_room((const uint32_t *)argument[r->a]);
  default:
    return 0;
  }
}

/// The size, if the text says it, behind the call.
static uint64_t size_of_text(const struct mc_call *call, const struct range *r) {
  const uint64_t *argument = call->argument;
  const bool is_null = !argument[r->pointer];
  switch ((enum length)r->length) {
  case LENGTH_TEXT:
    return text(call, r->pointer);
  case LENGTH_TEXT_WITHIN:
    return __mcmini_text(text_at(call, r->pointer), argument[r->a]);
  case LENGTH_COMPARED:
    return __mcmini_compared(text_at(call, r->pointer), text_at(call, r->a), UINT64_MAX);
  case LENGTH_COMPARED_WITHIN:
    return __mcmini_compared(text_at(call, r->pointer), text_at(call, r->a), argument[r->b]);
  case LENGTH_FOUND:
    return __mcmini_text(text_at(call, r->pointer), up_to_result(call, r, UINT64_MAX));
  case LENGTH_FOUND_WITHIN:
    return up_to_result(call, r, argument[r->a]);
  case LENGTH_LINE:
    return call->result ? text(call, r->pointer) : 0;
  case LENGTH_TAIL:
  case LENGTH_TAIL_WITHIN:
    return tail(call, r);
  case LENGTH_BEFORE_TAIL:
  case LENGTH_BEFORE_TAIL_WITHIN:
    return text(call, r->pointer) - tail(call, r) + 1;
  case LENGTH_NUMBER:
    return __mcmini_number(text_at(call, r->pointer));
  case LENGTH_WIDE_TEXT:
    return wide_text(call, r->pointer);
  case LENGTH_ZERO_TEXT:
    return is_null || call->result ? 0 : text(call, r->pointer);
  case LENGTH_WIDE_LINE:
    return call->result ? wide_text(call, r->pointer) : 0;
  case LENGTH_WIDE_TAIL:
    return wide_text(call, r->a);
  default:
    return 0;
  }
}

/// The size, if the result of the call says it.
static uint64_t size_by_result(const struct mc_call *call, const struct range *r) {
  const uint64_t *argument = call->argument;
  const bool is_null = !argument[r->pointer];
  const bool has_failed = (int64_t)call->result < 0;
  switch ((enum length)r->length) {
  case LENGTH_RESULT:
    return has_failed ? 0 : call->result;
  case LENGTH_RESULT_TIMES:
    return call->result * argument[r->a];
  case LENGTH_PRINTED:
  case LENGTH_POINTED_LINE:
    return has_failed ? 0 : call->result + 1;
  case LENGTH_PRINTED_WITHIN:
    return has_failed ? 0 : smaller(call->result + 1, argument[r->a]);
  case LENGTH_DONE:
    return is_null || has_failed ? 0 : r->a;
  case LENGTH_ZERO:
    return is_null || call->result ? 0 : r->a;
  case LENGTH_ZERO_TIMES:
    return is_null || call->result ? 0 : argument[r->a] * r->b;
  case LENGTH_POSITIVE:
    return is_null || (int64_t)call->result <= 0 ? 0 : r->a;
  case LENGTH_RESULT_OF:
    return is_null || has_failed ? 0 : call->result * r->a;
  case LENGTH_COPIED_WITHIN:
    return call->result ? call->result - argument[0] : argument[r->a];
  case LENGTH_CONVERTED_WITHIN:
    return is_null || has_failed ? 0 : smaller(call->result + 1, argument[r->a]) * r->b;
  case LENGTH_WIDE_PRINTED:
    return is_null || has_failed ? 0 : (call->result + 1) * sizeof(wchar_t);
  default:
    return size_of_text(call, r);
  }
}

static uint64_t size_of(const struct mc_call *call, const struct range *r) {
  return is_measured(r) ? size_by_result(call, r) : size_by_arguments(call, r);
}

/// The size at most of memory that is_measured.
static uint64_t most_of(const struct mc_call *call, const struct range *r) {
  switch ((enum length)r->length) {
  case LENGTH_TEXT_WITHIN:
  case LENGTH_FOUND_WITHIN:
  case LENGTH_PRINTED_WITHIN:
    return call->argument[r->a];
  case LENGTH_COMPARED_WITHIN:
    return call->argument[r->b];
  case LENGTH_COPIED_WITHIN:
    return call->argument[r->a];
  case LENGTH_ZERO_TIMES:
  case LENGTH_CONVERTED_WITHIN:
    return call->argument[r->a] * r->b;
  case LENGTH_DONE:
  case LENGTH_ZERO:
  case LENGTH_POSITIVE:
    return r->a;
  default:
    return UINT64_MAX;
  }
}

static bool is_text(const struct range *r) {
  switch ((enum length)r->length) {
  case LENGTH_TEXT:
  case LENGTH_TEXT_WITHIN:
  case LENGTH_COMPARED:
  case LENGTH_COMPARED_WITHIN:
  case LENGTH_FOUND:
  case LENGTH_BEFORE_TAIL:
  case LENGTH_BEFORE_TAIL_WITHIN:
  case LENGTH_NUMBER:
    return !r->is_write;
  default:
    return false;
  }
}

static void look_ahead(const struct mc_call *call) {
  for (unsigned i = first[call->function]; i; i = next[i - 1]) {
    const struct range *r = &table[i - 1];
    void *address = (void *)call->argument[r->pointer];
    if (!is_measured(r) || r->length == LENGTH_POINTED_LINE)
      continue;
    if (r->is_write)
      __mcmini_write_ahead(call->site, address, most_of(call, r));
    else if (is_text(r))
      __mcmini_read_text_ahead(call->site, address, most_of(call, r));
    else
      __mcmini_read_ahead(call->site, address, most_of(call, r));
  }
}

static void announce(const struct mc_call *call, bool measured) {
  for (unsigned i = first[call->function]; i; i = next[i - 1]) {
    const struct range *r = &table[i - 1];
    if (is_measured(r) != measured)
      continue;
    const uint64_t size = size_of(call, r);
    char *address = (char *)call->argument[r->pointer];
    if (r->length == LENGTH_POINTED_LINE)
      address = *(char **)address;
    if (r->length == LENGTH_TAIL || r->length == LENGTH_TAIL_WITHIN)
      address += text(call, r->pointer) - size;
    if (r->length == LENGTH_WIDE_TAIL)
      address += wide_text(call, r->pointer) - size;
    if (r->is_write)
      (measured ? __mcmini_write_behind : __mcmini_write_range)(call->site, address, size);
    else
      (measured ? __mcmini_read_behind : __mcmini_read_range)(call->site, address, size);
  }
}

void mc_call_before(const struct mc_call *call) {
  if (!mc_plain_epoch || !mc_tsan_is_program())
    return;
  announce(call, false);
  if (__mcmini_all_accesses)
    look_ahead(call);
}

static void say_done(const struct mc_call *call) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    const struct range *r = &table[i];
    void *address = (void *)call->argument[r->pointer];
    if (r->function != call->function || is_measured(r))
      continue;
    if (r->is_write)
      __mcmini_write_done(call->site, address, size_of(call, r));
    else
      __mcmini_read_done(call->site, address, size_of(call, r));
  }
}

void mc_call_after(const struct mc_call *call) {
  if (!mc_plain_epoch || !mc_tsan_is_program())
    return;
  announce(call, true);
  if (__mcmini_all_accesses)
    say_done(call);
}
