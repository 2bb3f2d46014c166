// primitives/exception_count.c - the references to an exception: of std::exception_ptr, of futures
// and promises by that, and of the handlers that it has been caught by.
//
// The C++ library counts them itself. Here the counts are what shared_ptr's are
// (runtime/detector/reference_counts.c): no transitions where nobody can tell who was the last, whose thread
// runs the exception's destructor. Not counted is what std::rethrow_exception adds: whoever calls
// it has a reference. An exception that no exception_ptr has ever led to has one handler after the
// other, in one thread.
//
// Layouts: the Itanium C++ ABI, and libstdc++'s unwind-cxx.h. Weak, as in static_guard.c.
#include "builtin.h"
#include <stdint.h>
#include <string.h>

typedef void method(void **pointer); ///< of std::exception_ptr, which is a pointer to the exception
MC_INTERPOSED method add_reference __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
MC_INTERPOSED method let_go __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
MC_INTERPOSED void __cxa_end_catch(void);

enum { COUNT_BEFORE = 128, HEADER_BEFORE = 112 }; // the exception

/// What lies before an exception that is caught.
struct header {
  void *primary; ///< of a dependent one, as std::rethrow_exception makes them: the exception itself
  void *unused[4];
  int handlers, value;
  void *unused_too[4];
  char class[8];
};

static int *count_of(void *exception) { return (int *)((char *)exception - COUNT_BEFORE); }

void add_reference(void **pointer) {
  if (*pointer)
    mc_count_reference(MC_CALLER_SITE, count_of(*pointer), 1, __builtin_frame_address(0));
  ((method *)mc_real("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv"))(pointer);
}

void let_go(void **pointer) {
  if (*pointer)
    mc_count_reference(MC_CALLER_SITE, count_of(*pointer), -1, __builtin_frame_address(0));
  ((method *)mc_real("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv"))(pointer);
}

/// The exception whose last handler is about to end; NULL: none, or none of C++.
static void *last_handled(void) {
  typedef struct header **globals_function(void);
  struct header *caught = *((globals_function *)mc_real("__cxa_get_globals"))();
  if (!caught || memcmp(caught->class + 1, "++CCUNG", 7) || caught->handlers != 1)
    return NULL;
  return caught->class[0] ? caught->primary : (char *)caught + HEADER_BEFORE;
}

void __cxa_end_catch(void) {
  void *exception = mc_checking() ? last_handled() : NULL;
  if (exception && (*count_of(exception) > 1 || mc_is_reference_count(count_of(exception))))
    mc_count_reference(MC_CALLER_SITE, count_of(exception), -1, __builtin_frame_address(0));
  ((void (*)(void))mc_real("__cxa_end_catch"))();
}
