// native.cpp - runs programs of program.h with the real functions, as ends.h says.
#include "../../../Inputs/ends.h"
#include "program.h"
#include <cerrno>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <search.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static program run_now;
static int base, top;
static FILE *shared;
static char handlers[16], tokens[] = "p q r s";
static const char *const names[] = {"DIFFERENTIAL_A", "DIFFERENTIAL_B"};
static const char *const modes[] = {"r", "w", "a"};
static char *words[] = {(char *)"x", (char *)"-p", (char *)"-q", (char *)"-r", (char *)"-s", nullptr};

static struct thread {
  char log[LOG * 4];
  int logged, own = -1;
  pthread_key_t key;
  bool has_key;
  FILE *stream;
  char text[8];
  char environment[2][3][32];
} threads[THREADS];
static int first_key;

MCMINI_NO_CHECK static void log_char(thread &self, char c) { self.log[self.logged++] = c; }
MCMINI_NO_CHECK static void log_result(thread &self, long result) {
  log_char(self, result < 0 ? name_of(errno) : digit(result));
}
MCMINI_NO_CHECK static void log_number(thread &self, int fd) {
  log_result(self, fd < 0 ? fd : fd - base);
}
MCMINI_NO_CHECK static void log_bytes(thread &self, const char *bytes, long n) {
  for (long i = 0; i < n; i++)
    log_char(self, bytes[i] ? bytes[i] : '.');
}
MCMINI_NO_CHECK static void log_text(thread &self, const char *bytes, long n) {
  if (n < 0)
    return log_result(self, n);
  log_bytes(self, bytes, n);
  log_char(self, ',');
}
MCMINI_NO_CHECK static void log_info(thread &self, long result, const struct stat &info) {
  if (result)
    log_result(self, result);
  else if (S_ISDIR(info.st_mode) || S_ISLNK(info.st_mode))
    log_char(self, S_ISDIR(info.st_mode) ? 'd' : 'l');
  else {
    log_char(self, digit(info.st_size));
    log_char(self, digit((long)info.st_nlink));
    log_char(self, digit(info.st_mode & 7));
  }
}

MCMINI_NO_CHECK static std::map<std::string, int> names_in(const char *bytes, long n) {
  std::map<std::string, int> names;
  for (long at = 0; at < n;) {
    const auto *entry = (const dirent64 *)(bytes + at);
    const std::string name = entry->d_name;
    if (name != "." && name != "..")
      names[name] = 1;
    at += entry->d_reclen;
  }
  return names;
}

MCMINI_NO_CHECK static int open_kind(const char *path, int kind) {
  static const int flags[] = {O_RDONLY,
                              O_RDWR,
                              O_RDWR | O_CREAT,
                              O_WRONLY | O_CREAT | O_EXCL,
                              O_WRONLY | O_CREAT | O_TRUNC,
                              O_WRONLY | O_APPEND,
                              O_WRONLY | O_CREAT | O_APPEND};
  return open(path, flags[kind], 0666);
}

template <int T> static void handler() {
  char *at = handlers;
  while (*at)
    at++;
  *at = '0' + T;
}

template <int K> struct native {
  MCMINI_NO_CHECK static void operate(int t, const op &o) {
    thread &self = threads[t];
    const auto number = [&](int f) { return f < 2 ? base + f : self.own; };
    const char *path = o.a >= 0 && o.a < (int)(sizeof paths / sizeof *paths) ? paths[o.a] : "";
    FILE *stream = o.a == 0 ? shared : self.stream;
    char bytes[2048];
    const char byte = (char)('0' + o.b);
    struct stat info;
    int fd;
    long n;
    switch (o.code) {
    case OP_op:
      log_number(self, fd = open_kind(path, o.b));
      if (fd >= 0)
        self.own = fd;
      break;
    case OP_mk:
      return log_result(self, mkdir(path, 0777));
    case OP_rm:
      return log_result(self, rmdir(path));
    case OP_ul:
      return log_result(self, unlink(path));
    case OP_re:
      return log_result(self, remove(path));
    case OP_mv:
      return log_result(self, rename(path, paths[o.b]));
    case OP_ln:
      return log_result(self, link(path, paths[o.b]));
    case OP_sy:
      return log_result(self, symlink(path, paths[o.b]));
    case OP_rl:
      n = readlink(path, bytes, sizeof bytes);
      return n < 0 ? log_result(self, n) : log_bytes(self, bytes, n);
    case OP_st:
      n = stat(path, &info);
      return log_info(self, n, info);
    case OP_ls:
      n = lstat(path, &info);
      return log_info(self, n, info);
    case OP_ac:
      return log_result(self, access(path, F_OK));
    case OP_tr:
      return log_result(self, truncate(path, o.b));
    case OP_cm:
      return log_result(self, chmod(path, (mode_t)(0700 | o.b)));
    case OP_cd:
      return log_result(self, chdir(path));
    case OP_um:
      return log_char(self, digit(umask((mode_t)o.a) & 7));
    case OP_gd:
      fd = open(path, O_RDONLY | O_DIRECTORY);
      if (fd < 0)
        return log_result(self, fd);
      n = syscall(SYS_getdents64, fd, bytes, sizeof bytes);
      if (n < 0)
        log_result(self, n);
      for (const auto &name : names_in(bytes, n))
        log_bytes(self, name.first.c_str(), (long)name.first.size());
      log_char(self, ',');
      close(fd);
      break;

    case OP_rd:
      n = read(number(o.a), bytes, (size_t)o.b);
      return log_text(self, bytes, n);
    case OP_wr:
      return log_result(self, write(number(o.a), &byte, 1));
    case OP_pr:
      n = pread(number(o.a), bytes, 1, o.b);
      return log_text(self, bytes, n);
    case OP_pw:
      return log_result(self, pwrite(number(o.a), &byte, 1, o.c));
    case OP_sk:
      return log_result(self, lseek(number(o.a), o.b, o.c));
    case OP_ft:
      return log_result(self, ftruncate(number(o.a), o.b));
    case OP_fs:
      n = fstat(number(o.a), &info);
      return log_info(self, n, info);
    case OP_du:
    case OP_df:
      log_number(self, fd = o.code == OP_du ? dup(number(o.a)) : fcntl(number(o.a), F_DUPFD, base));
      if (fd >= 0)
        self.own = fd;
      break;
    case OP_dd:
      return log_number(self, dup2(number(o.a), number(o.b)));
    case OP_cl:
      return log_result(self, close(number(o.a)));
    case OP_gf:
      n = fcntl(number(o.a), F_GETFL);
      return log_result(self, n < 0 ? n : !!(n & O_APPEND));
    case OP_sf:
      return log_result(self, fcntl(number(o.a), F_SETFL, o.b ? O_APPEND : 0));

    case OP_fo:
      if (self.stream)
        return log_char(self, '=');
      self.stream = fopen(path, modes[o.b]);
      return log_number(self, self.stream ? fileno(self.stream) : -1);
    case OP_fc:
      if (!self.stream)
        return log_char(self, '=');
      fclose(self.stream);
      self.stream = nullptr;
      return log_char(self, '0');
    case OP_gc:
      if (!stream || !is_read(t, o.a))
        return log_char(self, '=');
      n = fgetc(stream);
      return log_char(self, n == EOF ? '-' : n ? (char)n : '.');
    case OP_pc:
      if (!stream || is_read(t, o.a))
        return log_char(self, '=');
      fputc(byte, stream);
      return log_char(self, '1');
    case OP_ff:
      if (stream)
        fflush(stream);
      return log_char(self, stream ? '0' : '=');
    case OP_tl:
      return stream ? log_result(self, ftell(stream)) : log_char(self, '=');

    case OP_sr:
      return srand((unsigned)o.a);
    case OP_ra:
    case OP_lr:
      n = (o.code == OP_ra ? rand() : lrand48()) % 100;
      log_char(self, digit(n / 10));
      return log_char(self, digit(n % 10));
    case OP_sq:
      return srand48(o.a);
    case OP_se:
    case OP_pe: {
      char *text = self.environment[o.a][o.b];
      snprintf(text, 32, "%s=%d", names[o.a], o.b);
      o.code == OP_se ? setenv(names[o.a], strchr(text, '=') + 1, 1) : putenv(text);
      break;
    }
    case OP_ue:
      unsetenv(names[o.a]);
      break;
    case OP_ge: {
      const char *value = getenv(names[o.a]);
      return log_char(self, value ? *value : '-');
    }
    case OP_tn:
    case OP_tk: {
      strcpy(self.text, "x y z");
      const char *word = strtok(o.code == OP_tn ? self.text : nullptr, " ");
      return log_char(self, word ? *word : '-');
    }
    case OP_ax:
      atexit(t == 1 ? handler<1> : t == 2 ? handler<2> : handler<3>);
      break;
    case OP_kc:
      pthread_key_create(&self.key, nullptr);
      self.has_key = true;
      return log_char(self, digit((long)self.key - first_key));
    case OP_kd:
      if (!self.has_key)
        return log_char(self, '=');
      self.has_key = false;
      return log_char(self, pthread_key_delete(self.key) ? 'V' : '0');
    case OP_go:
      n = getopt(5, words, "pqrs");
      return log_char(self, n < 0 ? '-' : (char)n);
    case OP_he:
    case OP_hf: {
      ENTRY item = {(char *)names[o.a], (void *)(intptr_t)o.b};
      const ENTRY *found = hsearch(item, o.code == OP_he ? ENTER : FIND);
      return log_char(self, found ? digit((long)(intptr_t)found->data) : '-');
    }
    }
  }

  MCMINI_NO_CHECK static bool is_read(int t, int which) {
    const int kind = run_now.stream[0];
    if (which == 0)
      return kind == 0 || kind == 3;
    for (int i = 0; i < run_now.length[t]; i++)
      if (run_now.ops[t][i].code == OP_fo)
        return run_now.ops[t][i].b == 0;
    return false;
  }

  MCMINI_NO_CHECK static void *body(void *argument) {
    const int t = (int)(intptr_t)argument;
    for (int i = 0; i < run_now.length[t]; i++)
      operate(t, run_now.ops[t][i]);
    return nullptr;
  }

  MCMINI_NO_CHECK static void dump(int folder, std::string &text) {
    char bytes[2048];
    struct stat info;
    const long n = syscall(SYS_getdents64, folder, bytes, sizeof bytes);
    for (const auto &entry : names_in(bytes, n)) {
      const char *name = entry.first.c_str();
      text += "|" + entry.first;
      fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW);
      if (S_ISDIR(info.st_mode)) {
        const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY);
        text += digit(info.st_mode & 7);
        text += "(";
        dump(inner, text);
        text += ")";
        close(inner);
      } else if (S_ISLNK(info.st_mode)) {
        text += ">" + std::string(bytes, (size_t)readlinkat(folder, name, bytes, sizeof bytes));
      } else {
        const int file = openat(folder, name, O_RDONLY);
        const long size = read(file, bytes, sizeof bytes);
        close(file);
        text += ":";
        for (long i = 0; i < size; i++)
          text += bytes[i] ? bytes[i] : '.';
        text += std::string(".") + digit((long)info.st_nlink) + digit(info.st_mode & 7);
      }
    }
  }

  MCMINI_NO_CHECK static void finish() {
    std::string text;
    for (int t = 1; t < run_now.threads; t++)
      text += (t > 1 ? "/" : "") + std::string(threads[t].log, (size_t)threads[t].logged);
    if (shared)
      fflush(shared);
    text += ";";
    dump(top, text);
    text += ";";
    for (int i = 0; i < 2; i++) {
      const long at = lseek(base + i, 0, SEEK_CUR);
      text += digit(at);
    }
    text += std::string(";") + handlers;
    record(run_now.k, text.c_str());
  }

  MCMINI_NO_CHECK static int main() {
    pthread_t id[THREADS];
    const program &p = run_now;
    top = open(".", O_RDONLY | O_DIRECTORY);
    base = top + 1;
    if (p.first[0] != NONE)
      open_kind(paths[p.first[0]], p.first[1]);
    if (p.second[0] != NONE)
      p.second[0] == COPY ? dup(base) : open_kind(paths[p.second[0]], p.second[1]);
    if (p.stream[0] != NONE)
      shared = p.stream[0] < 3 ? fopen(paths[p.stream[1]], modes[p.stream[0]])
                               : fdopen(base, modes[p.stream[0] - 3]);
    if (uses(p, OP_tk))
      strtok(tokens, " ");
    if (uses(p, OP_he) || uses(p, OP_hf))
      hcreate(8);
    if (uses(p, OP_kc)) {
      pthread_key_t key;
      pthread_key_create(&key, nullptr);
      first_key = (int)key;
      pthread_key_delete(key);
    }
    if (uses(p, OP_ax))
      atexit(finish);
    for (int t = 1; t < p.threads; t++)
      pthread_create(&id[t], nullptr, body, (void *)(intptr_t)t);
    for (int t = 1; t < p.threads; t++)
      pthread_join(id[t], nullptr);
    if (!uses(p, OP_ax))
      finish();
    return 0;
  }
};

int main(int argc, char **argv) {
  return run_one<native, 8>(argc, argv, parse_program, run_now);
}
