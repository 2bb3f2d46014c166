// primitives/file_stream_functions.c - stdio: two threads that use one stream do so in some order,
// and so do those whose streams are of one file. What they only print to standard output and error
// is left out, as nothing in the program sees it, until the program asks for a place there.
#define _GNU_SOURCE
#define __NO_INLINE__ 1 // or some of them have bodies already
#include "files.h"
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <gshadow.h>
#include <mntent.h>
#include <pwd.h>
#include <shadow.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
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

int mc_our_pthread_mutex_lock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_trylock(const struct mc_site *, pthread_mutex_t *);
int mc_our_pthread_mutex_unlock(const struct mc_site *, pthread_mutex_t *);

enum { NAME_OF_STREAM = 16 };

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

static bool is_output(const FILE *stream) {
  return (stream == stdout || stream == stderr) && mc_file_is_output(stream->_fileno);
}

static void use_stream(struct mc_uses *uses, const FILE *stream, enum mc_use use) {
  if (is_output(stream))
    return;
  uses->synchronizes = true;
  mc_state_use(uses, MC_STATE_STREAMS, MC_USE_PASS);
  const int fd = stream->_fileno;
  const uint64_t name = stream == stdin    ? STDIN_FILENO
                        : stream == stdout ? STDOUT_FILENO
                        : stream == stderr ? STDERR_FILENO
                                           : (uint64_t)(uintptr_t)stream;
  mc_state_use(uses, mc_state_slot(mc_state_name(NAME_OF_STREAM, name, 0)), MC_USE_WRITE);
  if (fd < 0)
    return;
  mc_file_use_number(uses, fd);
  mc_file_use_offset(uses, fd, MC_USE_WRITE);
  mc_file_use_data(uses, fd, use);
}

static bool begin(struct mc_uses *uses, const FILE *stream, enum mc_use use,
                  const struct mc_site *site) {
  if (!mc_checking() || mc_state_is_inside())
    return false;
  use_stream(uses, stream, use);
  return uses->count && mc_state_begin(uses, MC_STATE_STREAM, site);
}

static void end_call(struct mc_uses *uses) {
  if (uses->count)
    mc_state_end(uses, true);
  if (uses->lock)
    mc_our_pthread_mutex_unlock(MC_CALLER_SITE, uses->lock);
}

//===- Locks of streams: flockfile ------------------------------------------------------------===//

// One of the model's is in the place of libc's, for which a thread would wait in the kernel. Where no
// thread calls flockfile, calls on a stream take none: each is one step.

/// Of the program, always at the same address. Two streams may have one.
static pthread_mutex_t *lock_of(const FILE *stream) {
  enum { LOCKS = 4096 };
  static pthread_mutex_t *const at = (void *)0x1e2000000000;
  static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static bool is_mapped, is_made[LOCKS];
  const size_t i = mc_state_name(NAME_OF_STREAM, (uintptr_t)stream, 0) % LOCKS;
  if (!is_mapped)
    is_mapped = MC_REAL(mmap)(at, sizeof(pthread_mutex_t[LOCKS]), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == at;
  if (!is_mapped)
    return NULL;
  if (!is_made[i])
    at[i] = fresh;
  is_made[i] = true;
  return at + i;
}

static void lock_stream(struct mc_uses *uses, const FILE *stream, const char *function,
                        const struct mc_site *site) {
  if (!stream || !(mc_order() & MC_ORDER_STREAM_LOCKS) || !mc_checking() || mc_state_is_inside() ||
      strstr(function, "_unlocked"))
    return;
  uses->lock = lock_of(stream);
  if (uses->lock)
    mc_our_pthread_mutex_lock(site, uses->lock);
}

static pthread_mutex_t *own_lock_of(const FILE *stream) {
  if (!mc_checking() || mc_state_is_inside())
    return NULL;
  if (mc_is_searching())
    mc_order_need(MC_ORDER_STREAM_LOCKS);
  return lock_of(stream);
}

MC_INTERPOSED void flockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  lock ? (void)mc_our_pthread_mutex_lock(MC_CALLER_SITE, lock) : MC_REAL(flockfile)(stream);
}
MC_INTERPOSED int ftrylockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  return !lock                                                       ? MC_REAL(ftrylockfile)(stream)
         : mc_our_pthread_mutex_trylock(MC_CALLER_SITE, lock) == 0 ? 0
                                                                     : -1;
}
MC_INTERPOSED void funlockfile(FILE *stream) {
  pthread_mutex_t *lock = own_lock_of(stream);
  lock ? (void)mc_our_pthread_mutex_unlock(MC_CALLER_SITE, lock) : MC_REAL(funlockfile)(stream);
}

#define USES_OF_CALL struct mc_uses uses __attribute__((cleanup(end_call))) = {.count = 0}

/// `shows`: by that the program can see what was printed.
#define LOCKED_CALL(shows, type, name, parameters, arguments, of, use)                             \
  MC_INTERPOSED type name parameters {                                                             \
    USES_OF_CALL;                                                                                  \
    if ((shows) && is_output(of))                                                                  \
      mc_order_need(MC_ORDER_OUTPUT);                                                              \
    mc_state_fault(#name);                                                                         \
    lock_stream(&uses, of, #name, MC_CALLER_SITE);                                                 \
    begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                                \
    return MC_REAL(name) arguments;                                                                \
  }
#define MC_STREAM_CALL(...) LOCKED_CALL(false, __VA_ARGS__)
#define MC_PLACE_CALL(...) LOCKED_CALL(true, __VA_ARGS__)
#define MC_BUFFER_CALL(...) LOCKED_CALL(buffer, __VA_ARGS__)
#define MC_UNLOCKED_CALL(type, name, parameters, arguments, of, use)                               \
  MC_INTERPOSED type name parameters {                                                             \
    USES_OF_CALL;                                                                                  \
    mc_state_fault(#name);                                                                         \
    begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                                \
    return MC_REAL(name) arguments;                                                                \
  }
#define MC_PRINT_CALL(name, parameters, last, real, arguments, of, use)                            \
  MC_INTERPOSED int name parameters {                                                              \
    USES_OF_CALL;                                                                                  \
    va_list list;                                                                                  \
    mc_state_fault(#name);                                                                         \
    lock_stream(&uses, of, #name, MC_CALLER_SITE);                                                 \
    begin(&uses, of, MC_USE_##use, MC_CALLER_SITE);                                                \
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
    USES_OF_CALL;                                                                                  \
    mc_state_fault(#name);                                                                         \
    lock_stream(&uses, of, #name, MC_CALLER_SITE);                                                 \
    begin(&uses, of, MC_USE_READ, MC_CALLER_SITE);                                                 \
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
    USES_OF_CALL;                                                                                  \
    mc_state_fault(#name);                                                                         \
    lock_stream(&uses, of, #name, MC_CALLER_SITE);                                                 \
    begin(&uses, of, MC_USE_READ, MC_CALLER_SITE);                                                 \
    va_start(list, format);                                                                        \
    const int result = ((__typeof__(&real##_of_c89))mc_real(#real))(of, format, list);             \
    va_end(list);                                                                                  \
    return result;                                                                                 \
  }
SCAN_OF_C89_BY(fscanf, vfscanf, (FILE * stream, const char *format, ...), stream)
SCAN_OF_C89_BY(scanf, vfscanf, (const char *format, ...), stdin)
SCAN_OF_C89_BY(fwscanf, vfwscanf, (FILE * stream, const wchar_t *format, ...), stream)
SCAN_OF_C89_BY(wscanf, vfwscanf, (const wchar_t *format, ...), stdin)

//===- Opening and closing --------------------------------------------------------------------===//

static long flags_of(const char *mode) {
  const long access = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  return access | (mode[0] == 'r' ? 0 : mode[0] == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND) |
         (strchr(mode, 'x') ? O_EXCL : 0);
}

/// libc makes the call `number`, as a part of its function.
struct part {
  struct mc_uses uses;
  long number, a[6];
  bool is_made;
};

static void begin_part(struct part *part, const char *function, const struct mc_site *site) {
  mc_state_fault(function);
  (void)function;
  part->is_made = mc_checking() && !mc_state_is_inside();
  if (!part->is_made)
    return;
  mc_file_uses(&part->uses, part->number, part->a);
  mc_state_begin(&part->uses, MC_STATE_STREAM, site);
  mc_file_note(part->number, part->a);
}

static void end_part(struct part *part, long result) {
  if (!part->is_made)
    return;
  const int saved = errno;
  mc_file_noted(result);
  mc_state_end(&part->uses, result >= 0);
  mc_file_done(part->number, part->a, result);
  errno = saved;
}

#define INTERPOSE_FOPEN(name)                                                                      \
  MC_INTERPOSED FILE *name(const char *restrict path, const char *restrict mode) {                 \
    if (mc_is_random_device(path)) {                                                               \
      const int random = mc_file_open_random(MC_CALLER_SITE, 0);                                   \
      return random < 0 ? NULL : MC_REAL(fdopen)(random, mode);                                    \
    }                                                                                              \
    struct part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, flags_of(mode)}};        \
    char text[MC_MOST_PATH];                                                                       \
    begin_part(&part, #name, MC_CALLER_SITE);                                                      \
    FILE *stream = MC_REAL(name)(mc_path_of_process(path, text), mode);                            \
    end_part(&part, stream ? stream->_fileno : -1);                                                \
    return stream;                                                                                 \
  }
INTERPOSE_FOPEN(fopen)
INTERPOSE_FOPEN(fopen64)

FILE *mc_file_stream(const struct mc_site *site, int fd, const char *mode) {
  struct part part = {.number = SYS_fcntl, .a = {fd, mode[0] == 'a' ? F_SETFL : F_GETFL}};
  begin_part(&part, "fdopen", site);
  FILE *stream = MC_REAL(fdopen)(fd, mode);
  end_part(&part, stream ? 0 : -1);
  return stream;
}

/// What closing writes comes before it, as a call of its own.
static bool has_output(const FILE *stream) { return stream->_IO_write_ptr > stream->_IO_write_base; }

extern FILE *_IO_list_all; ///< glibc's, each with the next one

static bool is_open(const FILE *stream) {
  const FILE *open = _IO_list_all;
  while (open && open != stream)
    open = open->_chain;
  return open;
}

/// `among_all`: one that has output, if it is open still.
static int flush(FILE *stream, bool among_all, const char *function, const struct mc_site *site) {
  USES_OF_CALL;
  mc_state_fault(function);
  lock_stream(&uses, stream, function, site);
  begin(&uses, stream, MC_USE_WRITE, site);
  const bool is_due = !among_all || (is_open(stream) && (has_output(stream) || stream->_mode > 0));
  return is_due ? MC_REAL(fflush)(stream) : 0;
}

/// As glibc, one stream after another, each with its lock: each is a step.
static int flush_all(const char *function, const struct mc_site *site) {
  enum { MOST = 256 };
  FILE *stream[MOST];
  int count = 0, result = 0;
  for (FILE *next = _IO_list_all; next && count < MOST; next = next->_chain)
    stream[count++] = next;
  for (int i = 0; i < count; i++)
    if (is_open(stream[i]))
      result |= flush(stream[i], true, function, site);
  return count < MOST ? result : MC_REAL(fflush)(NULL);
}

#define INTERPOSE_FFLUSH(name)                                                                     \
  MC_INTERPOSED int name(FILE *stream) {                                                           \
    return stream || !mc_checking() || mc_state_is_inside()                                        \
               ? flush(stream, false, #name, MC_CALLER_SITE)                                       \
               : flush_all(#name, MC_CALLER_SITE);                                                 \
  }
INTERPOSE_FFLUSH(fflush)
INTERPOSE_FFLUSH(fflush_unlocked)

/// A lock of the stream's, for fclose and freopen.
static void unlock_stream(struct mc_uses *uses) {
  if (uses->lock)
    mc_our_pthread_mutex_unlock(MC_CALLER_SITE, uses->lock);
}
#define LOCKED_STREAM(stream, name)                                                                \
  struct mc_uses locked __attribute__((cleanup(unlock_stream))) = {.count = 0};                    \
  lock_stream(&locked, stream, name, MC_CALLER_SITE)

#define INTERPOSE_FREOPEN(name)                                                                    \
  MC_INTERPOSED FILE *name(const char *restrict path, const char *restrict mode,                   \
                           FILE *restrict old) {                                                   \
    LOCKED_STREAM(old, #name);                                                                     \
    struct part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, flags_of(mode)}};        \
    if (is_output(old))                                                                            \
      mc_order_need(MC_ORDER_OUTPUT);                                                              \
    if (mc_checking() && !mc_state_is_inside() && !is_output(old) && has_output(old))              \
      fflush(old);                                                                                 \
    if (mc_is_searching() && path) {                                                               \
      mc_order_need(MC_ORDER_ONE_NAME); /* or it uses more states than an operation has */         \
      use_stream(&part.uses, old, MC_USE_WRITE);                                                   \
    }                                                                                              \
    if (path)                                                                                      \
      begin_part(&part, #name, MC_CALLER_SITE);                                                    \
    char text[MC_MOST_PATH];                                                                       \
    FILE *stream = MC_REAL(name)(mc_path_of_process(path, text), mode, old);                       \
    end_part(&part, stream ? stream->_fileno : -1);                                                \
    return stream;                                                                                 \
  }
INTERPOSE_FREOPEN(freopen)
INTERPOSE_FREOPEN(freopen64)

MC_INTERPOSED int fclose(FILE *stream) {
  LOCKED_STREAM(stream, "fclose");
  if (mc_checking() && !mc_state_is_inside() && !is_output(stream) && has_output(stream))
    fflush(stream);
  struct part part = {.number = SYS_close, .a = {stream->_fileno}};
  if (mc_checking())
    use_stream(&part.uses, stream, MC_USE_WRITE);
  if (stream->_fileno >= 0)
    begin_part(&part, "fclose", MC_CALLER_SITE);
  const int result = MC_REAL(fclose)(stream);
  end_part(&part, result);
  return result;
}

#define INTERPOSE_TMPFILE(name)                                                                    \
  MC_INTERPOSED FILE *name(void) {                                                                 \
    struct part part = {.number = SYS_memfd_create};                                               \
    begin_part(&part, #name, MC_CALLER_SITE);                                                      \
    FILE *stream = MC_REAL(name)();                                                                \
    end_part(&part, stream ? stream->_fileno : -1);                                                \
    return stream;                                                                                 \
  }
INTERPOSE_TMPFILE(tmpfile)
INTERPOSE_TMPFILE(tmpfile64)

// The names are the same in each trace: of the run, of the thread, of how many it has made.
static void put_number(char *to, unsigned number, unsigned digits) {
  static const char digit[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  enum { BASE = sizeof digit - 1 };
  for (; digits--; number /= BASE)
    *to++ = digit[number % BASE];
}

enum { DIGITS = 3, TRIES = 1000 };

static void put_name(char *digits) {
  static unsigned made[MC_MAX_THREADS];
  put_number(digits, mc_number_of_run(), DIGITS);
  put_number(digits + DIGITS, made[mc_self()]++ * MC_MAX_THREADS + mc_self(), DIGITS);
}

/// Makes the call, with names for the path until there is one that nobody has.
static long make_temporary(char *path, int suffix, long number, const long a[6],
                           const struct mc_site *site) {
  const size_t length = strlen(path);
  char *digits = path + length - suffix - 2 * DIGITS;
  if (suffix < 0 || length < 2 * DIGITS + (size_t)suffix || memcmp(digits, "XXXXXX", 2 * DIGITS))
    return mc_by_errno(EINVAL);
  for (int i = 0; i < TRIES; i++) {
    put_name(digits);
    const long result = mc_file_call(site, number, a);
    if (result >= 0 || errno != EEXIST)
      return result;
  }
  return -1;
}

#define INTERPOSE_TEMPORARY(name, parameters, arguments, suffix, flags)                            \
  MC_INTERPOSED int name parameters {                                                              \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    mc_state_fault(#name);                                                                         \
    return (int)make_temporary(path, suffix, SYS_openat,                                           \
                               (const long[6]){AT_FDCWD, (long)path,                               \
                                               ((flags) & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, \
                                               0600},                                              \
                               MC_CALLER_SITE);                                                    \
  }
INTERPOSE_TEMPORARY(mkstemp, (char *path), (path), 0, 0)
INTERPOSE_TEMPORARY(mkstemp64, (char *path), (path), 0, 0)
INTERPOSE_TEMPORARY(mkostemp, (char *path, int flags), (path, flags), 0, flags)
INTERPOSE_TEMPORARY(mkostemp64, (char *path, int flags), (path, flags), 0, flags)
INTERPOSE_TEMPORARY(mkstemps, (char *path, int suffix), (path, suffix), suffix, 0)
INTERPOSE_TEMPORARY(mkstemps64, (char *path, int suffix), (path, suffix), suffix, 0)
INTERPOSE_TEMPORARY(mkostemps, (char *path, int suffix, int flags), (path, suffix, flags), suffix, flags)
INTERPOSE_TEMPORARY(mkostemps64, (char *path, int suffix, int flags), (path, suffix, flags), suffix,
                    flags)

/// libc has put a name there: another one, that nobody has.
static char *name_anew(char *path, const struct mc_site *site) {
  struct stat info;
  const size_t length = path ? strlen(path) : 0;
  const int saved = errno;
  for (int i = 0; length > 2 * DIGITS && i < TRIES; i++) {
    put_name(path + length - 2 * DIGITS);
    if (MC_FILE_CALL_OF(site, SYS_lstat, path, &info) < 0 && errno == ENOENT)
      break;
  }
  if (path)
    mc_gives(site, path, length + 1);
  errno = saved;
  return path;
}

// What libc itself does for it is no call of the program's.
#define INTERPOSE_NAME(name, parameters, arguments, ...)                                           \
  MC_INTERPOSED char *name parameters {                                                            \
    struct mc_uses uses = {.count = 0};                                                            \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    __VA_ARGS__                                                                                    \
    mc_state_begin(&uses, MC_STATE_TEMPORARY_NAME, MC_CALLER_SITE);                                \
    char *made = MC_REAL(name) arguments;                                                          \
    mc_state_end(&uses, true);                                                                     \
    mc_state_fault(#name);                                                                         \
    return name_anew(made, MC_CALLER_SITE);                                                        \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
INTERPOSE_NAME(mktemp, (char *path), (path), )
INTERPOSE_NAME(tmpnam, (char *name), (name),
               if (!name) mc_state_use(&uses, MC_STATE_TERMINAL, MC_USE_WRITE);)
INTERPOSE_NAME(tmpnam_r, (char *name), (name), )
INTERPOSE_NAME(tempnam, (const char *folder, const char *start), (folder, start),
               secure_getenv("TMPDIR");)
#pragma clang diagnostic pop

MC_INTERPOSED char *mkdtemp(char *path) {
  if (!mc_checking())
    return MC_REAL(mkdtemp)(path);
  mc_state_fault("mkdtemp");
  const long a[6] = {(long)path, 0700};
  return make_temporary(path, 0, SYS_mkdir, a, MC_CALLER_SITE) ? NULL : path;
}

//===- Folders --------------------------------------------------------------------------------===//

MC_INTERPOSED DIR *opendir(const char *path) {
  struct part part = {.number = SYS_openat, .a = {AT_FDCWD, (long)path, O_RDONLY | O_DIRECTORY}};
  begin_part(&part, "opendir", MC_CALLER_SITE);
  char text[MC_MOST_PATH];
  DIR *folder = MC_REAL(opendir)(mc_path_of_process(path, text));
  end_part(&part, folder ? dirfd(folder) : -1);
  return folder;
}

MC_INTERPOSED DIR *fdopendir(int fd) {
  struct part part = {.number = SYS_fcntl, .a = {fd, F_GETFL}};
  begin_part(&part, "fdopendir", MC_CALLER_SITE);
  DIR *folder = MC_REAL(fdopendir)(fd);
  end_part(&part, folder ? 0 : -1);
  return folder;
}

MC_INTERPOSED int closedir(DIR *folder) {
  struct part part = {.number = SYS_close, .a = {dirfd(folder)}};
  begin_part(&part, "closedir", MC_CALLER_SITE);
  const int result = MC_REAL(closedir)(folder);
  end_part(&part, result);
  return result;
}

#define INTERPOSE_READDIR(type, name)                                                              \
  MC_INTERPOSED type *name(DIR *folder) {                                                          \
    struct part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};                           \
    begin_part(&part, #name, MC_CALLER_SITE);                                                             \
    type *entry = MC_REAL(name)(folder);                                                           \
    end_part(&part, 0);                                                                            \
    return entry;                                                                                  \
  }
INTERPOSE_READDIR(struct dirent, readdir)
INTERPOSE_READDIR(struct dirent64, readdir64)

MC_INTERPOSED long telldir(DIR *folder) {
  struct part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  begin_part(&part, "telldir", MC_CALLER_SITE);
  const long place = MC_REAL(telldir)(folder);
  end_part(&part, 0);
  return place;
}

MC_INTERPOSED void seekdir(DIR *folder, long place) {
  struct part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  begin_part(&part, "seekdir", MC_CALLER_SITE);
  MC_REAL(seekdir)(folder, place);
  end_part(&part, 0);
}

#define INTERPOSE_READDIR_R(type, name)                                                            \
  MC_INTERPOSED int name(DIR *folder, type *entry, type **found) {                                 \
    struct part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};                           \
    begin_part(&part, #name, MC_CALLER_SITE);                                                      \
    const int result = MC_REAL(name)(folder, entry, found);                                        \
    end_part(&part, 0);                                                                            \
    return result;                                                                                 \
  }
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
INTERPOSE_READDIR_R(struct dirent, readdir_r)
INTERPOSE_READDIR_R(struct dirent64, readdir64_r)
#pragma clang diagnostic pop

MC_INTERPOSED void rewinddir(DIR *folder) {
  struct part part = {.number = SYS_getdents64, .a = {dirfd(folder)}};
  begin_part(&part, "rewinddir", MC_CALLER_SITE);
  MC_REAL(rewinddir)(folder);
  end_part(&part, 0);
}

#define INTERPOSE_SCANDIR(type, name)                                                              \
  MC_INTERPOSED int name(const char *path, type ***list, int (*filter)(const type *),              \
                         int (*compare)(const type **, const type **)) {                           \
    struct part part = {.number = SYS_stat, .a = {(long)path}};                                    \
    begin_part(&part, #name, MC_CALLER_SITE);                                                             \
    char text[MC_MOST_PATH];                                                                       \
    const int result =                                                                             \
        MC_REAL(name)(mc_path_of_process(path, text), list, filter, compare);                      \
    end_part(&part, result);                                                                       \
    return result;                                                                                 \
  }
INTERPOSE_SCANDIR(struct dirent, scandir)
INTERPOSE_SCANDIR(struct dirent64, scandir64)

MC_INTERPOSED char *getcwd(char *text, size_t size) {
  struct part part = {.number = SYS_getcwd};
  begin_part(&part, "getcwd", MC_CALLER_SITE);
  char *result = MC_REAL(getcwd)(text, size);
  end_part(&part, result ? 0 : -1);
  return result;
}

MC_INTERPOSED char *realpath(const char *restrict path, char *restrict text) {
  struct part part = {.number = SYS_stat, .a = {(long)path}};
  begin_part(&part, "realpath", MC_CALLER_SITE);
  char *result = MC_REAL(realpath)(path, text);
  end_part(&part, result ? 0 : -1);
  return result;
}
