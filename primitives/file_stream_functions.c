// primitives/file_stream_functions.c - the interposed functions of stdio that read, write or ask a
// stream that is open (file_streams.c): those of stream_calls.def, and scanf as C89 has it.
#define _GNU_SOURCE
#define __NO_INLINE__ 1 // or some of them have bodies already
#include "file_streams.h"
#include <grp.h>
#include <gshadow.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <wchar.h>

#undef getc
#undef putc
#undef getchar
#undef putchar
#undef getc_unlocked
#undef putc_unlocked
#undef getchar_unlocked
#undef putchar_unlocked
#undef fread_unlocked
#undef fwrite_unlocked
#undef fputc_unlocked
#undef getwc
#undef putwc
#undef getwchar
#undef putwchar
#undef getwc_unlocked
#undef putwc_unlocked
#undef getwchar_unlocked
#undef putwchar_unlocked
#undef feof_unlocked
#undef ferror_unlocked
#undef clearerr_unlocked

extern int __isoc99_vfscanf(FILE *stream, const char *format, va_list list);
extern int __isoc99_vscanf(const char *format, va_list list);
extern int __isoc99_fscanf(FILE *stream, const char *format, ...);
extern int __isoc99_scanf(const char *format, ...);
extern int __isoc99_vfwscanf(FILE *stream, const wchar_t *format, va_list list);
extern int __isoc99_vwscanf(const wchar_t *format, va_list list);
extern int __isoc99_fwscanf(FILE *stream, const wchar_t *format, ...);
extern int __isoc99_wscanf(const wchar_t *format, ...);
extern int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list list);
extern int __vwprintf_chk(int flag, const wchar_t *format, va_list list);
extern int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...);
extern int __wprintf_chk(int flag, const wchar_t *format, ...);
extern char *gets(char *text);
extern char *__gets_chk(char *text, size_t room);
extern wchar_t *__fgetws_chk(wchar_t *text, size_t room, int size, FILE *stream);
extern wchar_t *__fgetws_unlocked_chk(wchar_t *text, size_t room, int size, FILE *stream);
extern char *__fgets_unlocked_chk(char *text, size_t room, int size, FILE *stream);
extern size_t __fread_unlocked_chk(void *data, size_t room, size_t size, size_t count,
                                   FILE *stream);
extern int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list);
extern int __vprintf_chk(int flag, const char *format, va_list list);
extern int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
extern int __printf_chk(int flag, const char *format, ...);
extern char *__fgets_chk(char *text, size_t room, int size, FILE *stream);
extern size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream);

/// `shows`: by that the program can see what was printed.
#define LOCKED_CALL(shows, type, name, parameters, arguments, of, use)                             \
  MC_INTERPOSED type name parameters {                                                             \
    MC_USES_OF_STREAM;                                                                             \
    if ((shows) && mc_stream_is_output(of))                                                        \
      mc_order_need(MC_ORDER_OUTPUT);                                                              \
    mc_state_fault(#name);                                                                         \
    mc_stream_lock(&uses, of, #name, MC_CALLER_SITE);                                              \
    mc_stream_begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                      \
    return MC_REAL(name) arguments;                                                                \
  }
#define MC_STREAM_CALL(...) LOCKED_CALL(false, __VA_ARGS__)
#define MC_PLACE_CALL(...) LOCKED_CALL(true, __VA_ARGS__)
#define MC_BUFFER_CALL(...) LOCKED_CALL(buffer, __VA_ARGS__)
#define MC_UNLOCKED_CALL(type, name, parameters, arguments, of, use)                               \
  MC_INTERPOSED type name parameters {                                                             \
    MC_USES_OF_STREAM;                                                                             \
    mc_state_fault(#name);                                                                         \
    mc_stream_begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                      \
    return MC_REAL(name) arguments;                                                                \
  }
#define MC_PRINT_CALL(name, parameters, last, real, arguments, of, use)                            \
  MC_INTERPOSED int name parameters {                                                              \
    MC_USES_OF_STREAM;                                                                             \
    va_list list;                                                                                  \
    mc_state_fault(#name);                                                                         \
    mc_stream_lock(&uses, of, #name, MC_CALLER_SITE);                                              \
    mc_stream_begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                      \
    va_start(list, last);                                                                          \
    const int result = MC_REAL(real) arguments;                                                    \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }
#include "stream_calls.def"

// C89's scanf is another function: the headers rename it for C99.
#define SCAN_OF_C89(name, parameters, arguments, of)                                               \
  extern int name##_of_c89 parameters __asm__(#name);                                              \
  MC_INTERPOSED int name##_of_c89 parameters {                                                     \
    MC_USES_OF_STREAM;                                                                             \
    mc_state_fault(#name);                                                                         \
    mc_stream_lock(&uses, of, #name, MC_CALLER_SITE);                                              \
    mc_stream_begin(&uses, of, MC_USE_READ, MC_CALLER_SITE);                                       \
    return ((__typeof__(&name##_of_c89))mc_real(#name))arguments;                                  \
  }
SCAN_OF_C89(vfscanf, (FILE * stream, const char *format, va_list list), (stream, format, list), stream)
SCAN_OF_C89(vscanf, (const char *format, va_list list), (format, list), stdin)
SCAN_OF_C89(vfwscanf, (FILE * stream, const wchar_t *format, va_list list), (stream, format, list),
            stream)
SCAN_OF_C89(vwscanf, (const wchar_t *format, va_list list), (format, list), stdin)

#define SCAN_OF_C89_BY(name, real, parameters, of)                                                 \
  extern int name##_of_c89 parameters __asm__(#name);                                              \
  MC_INTERPOSED int name##_of_c89 parameters {                                                     \
    va_list list;                                                                                  \
    MC_USES_OF_STREAM;                                                                             \
    mc_state_fault(#name);                                                                         \
    mc_stream_lock(&uses, of, #name, MC_CALLER_SITE);                                              \
    mc_stream_begin(&uses, of, MC_USE_READ, MC_CALLER_SITE);                                       \
    va_start(list, format);                                                                        \
    const int result = ((__typeof__(&real##_of_c89))mc_real(#real))(of, format, list);             \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }
SCAN_OF_C89_BY(fscanf, vfscanf, (FILE * stream, const char *format, ...), stream)
SCAN_OF_C89_BY(scanf, vfscanf, (const char *format, ...), stdin)
SCAN_OF_C89_BY(fwscanf, vfwscanf, (FILE * stream, const wchar_t *format, ...), stream)
SCAN_OF_C89_BY(wscanf, vfwscanf, (const wchar_t *format, ...), stdin)
