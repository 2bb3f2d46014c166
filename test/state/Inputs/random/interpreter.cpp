// interpreter.cpp - what a program of program.h can end with: all interleavings, by what POSIX and the
// Linux manual pages say of each call. Shares nothing with primitives/.
//
//   interpreter MOST < PROGRAMS    a line for each program: how many executions it has, then what they
//                                  end with; "-1" where there are more than MOST
//
// A step is a system call, or what a function of libc does under its lock.
#include "program.h"
#include <cerrno>
#include <fcntl.h>
#include <map>
#include <set>
#include <string>
#include <vector>

struct inode {
  char type; // 'f', 'd', 'l'
  int mode, links;
  std::string data;
  std::map<std::string, int> entries;
  bool dead = false;
};

struct description {
  int file, at;
  bool reads, writes, appends;
};

struct stream {
  int number = -1;
  bool reads = false;
  std::string got, put; // what it has read and not given; been given and not written
  bool at_end = false;
};

/// glibc's additive feedback, degree 31.
struct generator {
  std::vector<int> r;
  size_t next = 0;
  explicit generator(int seed = 1) {
    r.resize(34);
    r[0] = seed ? seed : 1;
    for (int i = 1; i < 31; i++) {
      r[i] = (int)((16807LL * r[i - 1]) % 2147483647);
      if (r[i] < 0)
        r[i] += 2147483647;
    }
    for (int i = 31; i < 34; i++)
      r[i] = r[i - 31];
    for (int i = 34; i < 344; i++)
      push();
  }
  void push() { r.push_back((int)((unsigned)r[r.size() - 31] + (unsigned)r[r.size() - 3])); }
  unsigned draw() {
    push();
    return (unsigned)r.back() >> 1;
  }
};

struct thread {
  int at = 0, phase = 0, own = -1, key = -1, folder = -1;
  stream own_stream;
  std::string log, text;
};

struct world {
  thread t[THREADS];
  std::vector<inode> inodes;
  std::map<int, description> descriptions;
  std::map<int, int> numbers; // to descriptions
  int next_description = 0, here = 0, mask = 022;
  stream shared;
  generator random;
  unsigned long long x48 = 0;
  std::map<int, int> environment, table;
  std::string tokens = "qrs", handlers;
  std::set<int> keys;
  int options = 0;
};

class interpreter {
public:
  interpreter(const program &p, long most) : p(p), most(most) {}

  std::string run() {
    world w;
    add(w, 'd', 0777);
    w.inodes[0].links = 2;
    put(w, 0, "a", add(w, 'f', 0644, "abc"));
    put(w, 0, "b", add(w, 'f', 0644, "q"));
    const int d = add(w, 'd', 0755);
    put(w, 0, "d", d);
    put(w, d, "a", add(w, 'f', 0644, "x"));
    if (p.first[0] != NONE)
      open(w, paths[p.first[0]], p.first[1]);
    if (p.second[0] != NONE)
      p.second[0] == COPY ? duplicate(w, 0) : open(w, paths[p.second[0]], p.second[1]);
    if (p.stream[0] != NONE) {
      const int kind = p.stream[0];
      w.shared.number = kind < 3 ? open(w, paths[p.stream[1]], kind == 0   ? READS
                                                             : kind == 1 ? TRUNCATES
                                                                         : MAKES_APPENDS)
                                 : 0;
      w.shared.reads = kind == 0 || kind == 3;
    }
    explore(w);
    if (executions > most)
      return "-1";
    std::string text = std::to_string(executions);
    for (const std::string &o : outcomes)
      text += " " + o;
    return text;
  }

private:
  const program &p;
  const long most;
  long executions = 0;
  std::set<std::string> outcomes;

  //===- Files --------------------------------------------------------------------------------===//

  static int add(world &w, char type, int mode, const char *data = "") {
    w.inodes.push_back({type, mode, 0, data, {}});
    return (int)w.inodes.size() - 1;
  }
  static void put(world &w, int folder, const std::string &name, int file) {
    w.inodes[folder].entries[name] = file;
    w.inodes[file].links++;
  }

  struct place {
    int folder, file; // file: -1: there is none
    std::string name;
  };

  /// Where the path leads; 0 or an errno. The last name need not be there.
  static int walk(const world &w, int from, std::string path, bool follow, place *to, int depth = 0) {
    for (;;) {
      if (w.inodes[from].type != 'd')
        return ENOTDIR;
      const size_t slash = path.find('/');
      const std::string name = path.substr(0, slash);
      const bool is_last = slash == std::string::npos;
      const auto found = w.inodes[from].entries.find(name);
      const int file = found == w.inodes[from].entries.end() ? -1 : found->second;
      if (file >= 0 && w.inodes[file].type == 'l' && (!is_last || follow)) {
        if (depth >= 40)
          return ELOOP;
        place target;
        const int error = walk(w, from, w.inodes[file].data, true, &target, depth + 1);
        if (error || is_last) {
          *to = target;
          return error;
        }
        if (target.file < 0)
          return ENOENT;
        from = target.file;
      } else if (is_last) {
        *to = {from, file, name};
        return 0;
      } else if (file < 0) {
        return ENOENT;
      } else {
        from = file;
      }
      path = path.substr(slash + 1);
    }
  }

  /// Of something that is there.
  static int find(const world &w, const char *path, bool follow, place *to) {
    const int error = walk(w, w.here, path, follow, to);
    return error ? error : to->file < 0 ? ENOENT : 0;
  }
  /// Of something that is not there, and may be.
  static int find_room(const world &w, const char *path, place *to) {
    const int error = walk(w, w.here, path, false, to);
    return error                          ? error
           : to->file >= 0                ? EEXIST
           : w.inodes[to->folder].dead    ? ENOENT
                                          : 0;
  }

  static int open(world &w, const char *path, int kind) {
    const bool makes = kind >= MAKES && kind <= MAKES_APPENDS && kind != APPENDS;
    const bool writes = kind != READS;
    place at;
    const int error = walk(w, w.here, path, kind != MAKES_NEW, &at);
    if (error)
      return -error;
    if (at.file < 0 && !makes)
      return -ENOENT;
    if (at.file < 0 && w.inodes[at.folder].dead)
      return -ENOENT;
    if (at.file >= 0 && kind == MAKES_NEW)
      return -EEXIST;
    if (at.file < 0) {
      at.file = add(w, 'f', 0666 & ~w.mask);
      put(w, at.folder, at.name, at.file);
    }
    inode &file = w.inodes[at.file];
    if (file.type == 'd' && (writes || makes))
      return -EISDIR;
    if (kind == TRUNCATES)
      file.data.clear();
    const bool reads = kind == READS || kind == READS_WRITES || kind == MAKES;
    return number(w, {at.file, 0, reads, writes, kind == APPENDS || kind == MAKES_APPENDS});
  }

  static int lowest(const world &w, int from = 0) {
    while (w.numbers.count(from))
      from++;
    return from;
  }
  static int number(world &w, const description &d) {
    const int n = lowest(w);
    w.descriptions[w.next_description] = d;
    w.numbers[n] = w.next_description++;
    return n;
  }
  static int duplicate(world &w, int fd) {
    const auto found = w.numbers.find(fd);
    if (found == w.numbers.end())
      return -EBADF;
    const int n = lowest(w);
    return w.numbers[n] = found->second, n;
  }
  static description *description_of(world &w, int fd) {
    const auto found = w.numbers.find(fd);
    return found == w.numbers.end() ? nullptr : &w.descriptions[found->second];
  }

  static int make_folder(world &w, const char *path) {
    place at;
    if (const int error = find_room(w, path, &at))
      return error;
    const int folder = add(w, 'd', 0777 & ~w.mask);
    put(w, at.folder, at.name, folder);
    return 0;
  }
  static int remove_folder(world &w, const char *path) {
    place at;
    if (const int error = find(w, path, false, &at))
      return error;
    inode &folder = w.inodes[at.file];
    if (folder.type != 'd')
      return ENOTDIR;
    if (!folder.entries.empty())
      return ENOTEMPTY;
    folder.dead = true;
    w.inodes[at.folder].entries.erase(at.name);
    return 0;
  }
  static int unlink(world &w, const char *path) {
    place at;
    if (const int error = find(w, path, false, &at))
      return error;
    if (w.inodes[at.file].type == 'd')
      return EISDIR;
    w.inodes[at.file].links--;
    w.inodes[at.folder].entries.erase(at.name);
    return 0;
  }
  static bool is_above(const world &w, int above, int folder) {
    if (above == folder)
      return true;
    for (const auto &entry : w.inodes[above].entries)
      if (w.inodes[entry.second].type == 'd' && is_above(w, entry.second, folder))
        return true;
    return false;
  }
  static int rename(world &w, const char *from, const char *to) {
    place a, b;
    if (const int error = walk(w, w.here, from, false, &a))
      return error;
    if (const int error = walk(w, w.here, to, false, &b))
      return error;
    if (a.file < 0)
      return ENOENT;
    const bool is_folder = w.inodes[a.file].type == 'd';
    if (is_folder && is_above(w, a.file, b.folder))
      return EINVAL;
    if (b.file >= 0 && w.inodes[b.file].type == 'd' && is_above(w, b.file, a.folder))
      return ENOTEMPTY;
    if (a.file == b.file)
      return 0;
    if (w.inodes[b.folder].dead)
      return ENOENT;
    if (b.file >= 0) {
      inode &old = w.inodes[b.file];
      if (is_folder && old.type != 'd')
        return ENOTDIR;
      if (!is_folder && old.type == 'd')
        return EISDIR;
      if (is_folder && !old.entries.empty())
        return ENOTEMPTY;
      old.links--;
      old.dead = is_folder;
    }
    w.inodes[a.folder].entries.erase(a.name);
    w.inodes[b.folder].entries[b.name] = a.file;
    return 0;
  }

  static void write_at(inode &file, size_t at, const std::string &bytes) {
    if (file.data.size() < at + bytes.size())
      file.data.resize(at + bytes.size(), '.');
    file.data.replace(at, bytes.size(), bytes);
  }
  static int write(world &w, int fd, const std::string &bytes) {
    description *d = description_of(w, fd);
    if (!d || !d->writes)
      return -EBADF;
    inode &file = w.inodes[d->file];
    if (d->appends)
      d->at = (int)file.data.size();
    write_at(file, (size_t)d->at, bytes);
    d->at += (int)bytes.size();
    return (int)bytes.size();
  }
  /// From its offset where `at` is negative.
  static int read(world &w, int fd, int n, int at, std::string *bytes) {
    description *d = description_of(w, fd);
    if (!d || !d->reads)
      return -EBADF;
    const inode &file = w.inodes[d->file];
    if (file.type == 'd')
      return -EISDIR;
    const size_t from = (size_t)(at < 0 ? d->at : at);
    *bytes = from < file.data.size() ? file.data.substr(from, (size_t)n) : "";
    if (at < 0)
      d->at += (int)bytes->size();
    return (int)bytes->size();
  }

  //===- What a thread does next --------------------------------------------------------------===//

  void explore(const world &w) {
    bool is_over = true;
    for (int t = 1; t < p.threads && executions <= most; t++)
      if (w.t[t].at < p.length[t]) {
        is_over = false;
        world next = w;
        step(next, t);
        explore(next);
      }
    if (is_over) {
      executions++;
      outcomes.insert(end_of(w));
    }
  }

  static void log(thread &self, int result) { self.log += result < 0 ? name_of(-result) : digit(result); }

  void flush(world &w, stream &s) {
    if (s.reads) { // its place becomes that of the descriptor
      if (description *d = description_of(w, s.number))
        d->at -= (int)s.got.size();
      s.got.clear();
    } else if (!s.put.empty()) {
      write(w, s.number, s.put);
      s.put.clear();
    }
  }

  void step(world &w, int t) {
    thread &self = w.t[t];
    const op &o = p.ops[t][self.at];
    const auto number_of = [&](int f) { return f < 2 ? f : self.own; };
    const char *path = o.a >= 0 && o.a < (int)(sizeof paths / sizeof *paths) ? paths[o.a] : "";
    stream &s = o.a == 0 ? w.shared : self.own_stream;
    description *d;
    place at;
    std::string bytes;
    int result = 0;
    bool goes_on = false;
    switch (o.code) {
    case OP_op:
      log(self, result = open(w, path, o.b));
      if (result >= 0)
        self.own = result;
      break;
    case OP_mk:
      log(self, -make_folder(w, path));
      break;
    case OP_rm:
      log(self, -remove_folder(w, path));
      break;
    case OP_ul:
      log(self, -unlink(w, path));
      break;
    case OP_re:
      result = self.phase ? remove_folder(w, path) : unlink(w, path);
      goes_on = !self.phase && result == EISDIR;
      if (!goes_on)
        log(self, -result);
      break;
    case OP_mv:
      log(self, -rename(w, path, paths[o.b]));
      break;
    case OP_ln: {
      place to;
      result = find(w, path, false, &at);
      if (!result)
        result = find_room(w, paths[o.b], &to);
      if (!result && w.inodes[at.file].type == 'd')
        result = EPERM;
      if (!result)
        put(w, to.folder, to.name, at.file);
      log(self, -result);
      break;
    }
    case OP_sy:
      result = find_room(w, paths[o.b], &at);
      if (!result)
        put(w, at.folder, at.name, add(w, 'l', 0777, path));
      log(self, -result);
      break;
    case OP_rl:
      result = find(w, path, false, &at);
      if (!result && w.inodes[at.file].type != 'l')
        result = EINVAL;
      if (result)
        log(self, -result);
      else
        self.log += w.inodes[at.file].data;
      break;
    case OP_st:
    case OP_ls:
      result = find(w, path, o.code == OP_st, &at);
      if (result)
        log(self, -result);
      else
        self.log += shown(w.inodes[at.file]);
      break;
    case OP_ac:
      log(self, -find(w, path, true, &at));
      break;
    case OP_tr:
      result = find(w, path, true, &at);
      if (!result && w.inodes[at.file].type == 'd')
        result = EISDIR;
      if (!result)
        w.inodes[at.file].data.resize((size_t)o.b, '.');
      log(self, -result);
      break;
    case OP_cm:
      result = find(w, path, true, &at);
      if (!result)
        w.inodes[at.file].mode = 0700 | o.b;
      log(self, -result);
      break;
    case OP_cd:
      result = find(w, path, true, &at);
      if (!result && w.inodes[at.file].type != 'd')
        result = ENOTDIR;
      if (!result)
        w.here = at.file;
      log(self, -result);
      break;
    case OP_um:
      self.log += digit(w.mask & 7);
      w.mask = o.a;
      break;
    case OP_gd:
      if (self.phase == 0) {
        result = find(w, path, true, &at);
        if (!result && w.inodes[at.file].type != 'd')
          result = ENOTDIR;
        if (result) {
          log(self, -result);
        } else {
          self.folder = number(w, {at.file, 0, true, false, false});
          goes_on = true;
        }
      } else if (self.phase == 1) { // not even . and .. are in one that is removed
        d = description_of(w, self.folder); // another thread may have closed it
        const inode *folder = d ? &w.inodes[d->file] : nullptr;
        if (!folder || folder->type != 'd' || folder->dead)
          self.log += name_of(!folder ? EBADF : folder->dead ? ENOENT : ENOTDIR);
        else
          for (const auto &entry : folder->entries)
            self.log += entry.first;
        self.log += ',';
        goes_on = true;
      } else {
        w.numbers.erase(self.folder);
      }
      break;

    case OP_rd:
      result = read(w, number_of(o.a), o.b, -1, &bytes);
      result < 0 ? log(self, result) : (void)(self.log += bytes + ',');
      break;
    case OP_wr:
      log(self, write(w, number_of(o.a), std::string(1, (char)('0' + o.b))));
      break;
    case OP_pr:
      result = read(w, number_of(o.a), 1, o.b, &bytes);
      result < 0 ? log(self, result) : (void)(self.log += bytes + ',');
      break;
    case OP_pw: // on Linux a file that is opened to append is appended to
      d = description_of(w, number_of(o.a));
      if (!d || !d->writes) {
        log(self, -EBADF);
        break;
      }
      write_at(w.inodes[d->file], d->appends ? w.inodes[d->file].data.size() : (size_t)o.c,
               std::string(1, (char)('0' + o.b)));
      log(self, 1);
      break;
    case OP_sk:
      d = description_of(w, number_of(o.a));
      if (!d) {
        log(self, -EBADF);
        break;
      }
      result = o.b + (o.c == SEEK_SET   ? 0
                      : o.c == SEEK_CUR ? d->at
                                        : (int)w.inodes[d->file].data.size());
      d->at = result;
      log(self, result);
      break;
    case OP_ft:
      d = description_of(w, number_of(o.a));
      result = !d ? EBADF : !d->writes ? EINVAL : 0;
      if (!result)
        w.inodes[d->file].data.resize((size_t)o.b, '.');
      log(self, -result);
      break;
    case OP_fs:
      d = description_of(w, number_of(o.a));
      if (d)
        self.log += shown(w.inodes[d->file]);
      else
        log(self, -EBADF);
      break;
    case OP_du:
    case OP_df:
      log(self, result = duplicate(w, number_of(o.a)));
      if (result >= 0)
        self.own = result;
      break;
    case OP_dd: {
      const int from = number_of(o.a), to = number_of(o.b);
      const auto found = w.numbers.find(from);
      result = found == w.numbers.end() || to < 0 ? -EBADF : to;
      if (result >= 0)
        w.numbers[to] = found->second;
      log(self, result);
      break;
    }
    case OP_cl:
      log(self, w.numbers.erase(number_of(o.a)) ? 0 : -EBADF);
      break;
    case OP_gf:
      d = description_of(w, number_of(o.a));
      log(self, d ? d->appends : -EBADF);
      break;
    case OP_sf:
      d = description_of(w, number_of(o.a));
      if (d)
        d->appends = o.b;
      log(self, d ? 0 : -EBADF);
      break;

    case OP_fo:
      if (self.own_stream.number >= 0) {
        self.log += '=';
        break;
      }
      result = open(w, path, o.b == 0 ? READS : o.b == 1 ? TRUNCATES : MAKES_APPENDS);
      log(self, result);
      if (result >= 0) {
        self.own_stream = stream();
        self.own_stream.number = result;
        self.own_stream.reads = o.b == 0;
      }
      break;
    case OP_fc:
      if (self.own_stream.number < 0) {
        self.log += '=';
      } else if (!self.phase && !self.own_stream.put.empty()) {
        flush(w, self.own_stream);
        goes_on = true;
      } else {
        flush(w, self.own_stream);
        w.numbers.erase(self.own_stream.number);
        self.own_stream = stream();
        self.log += '0';
      }
      break;
    case OP_gc:
      if (s.number < 0 || !s.reads) {
        self.log += '=';
        break;
      }
      if (s.got.empty() && !s.at_end) {
        result = read(w, s.number, 4096, -1, &s.got);
        s.at_end = result == 0;
      }
      if (s.got.empty()) {
        self.log += '-';
      } else {
        self.log += s.got[0];
        s.got.erase(0, 1);
      }
      break;
    case OP_pc:
      if (s.number < 0 || s.reads) {
        self.log += '=';
        break;
      }
      s.put += (char)('0' + o.b);
      self.log += '1';
      break;
    case OP_ff:
      if (s.number >= 0)
        flush(w, s);
      self.log += s.number >= 0 ? '0' : '=';
      break;
    case OP_tl:
      d = s.number < 0 ? nullptr : description_of(w, s.number);
      if (s.number < 0)
        self.log += '=';
      else
        log(self, d ? d->at - (int)s.got.size() + (int)s.put.size() : -EBADF);
      break;

    case OP_sr:
      w.random = generator(o.a);
      break;
    case OP_ra:
      result = (int)(w.random.draw() % 100);
      self.log += {digit(result / 10), digit(result % 10)};
      break;
    case OP_sq:
      w.x48 = (unsigned long long)(unsigned)o.a << 16 | 0x330e;
      break;
    case OP_lr:
      w.x48 = (w.x48 * 0x5deece66dull + 0xb) & ((1ull << 48) - 1);
      result = (int)((w.x48 >> 17) % 100);
      self.log += {digit(result / 10), digit(result % 10)};
      break;
    case OP_se:
    case OP_pe:
      w.environment[o.a] = o.b;
      break;
    case OP_ue:
      w.environment.erase(o.a);
      break;
    case OP_ge:
      self.log += w.environment.count(o.a) ? digit(w.environment[o.a]) : '-';
      break;
    case OP_tn:
      w.tokens = "yz";
      self.log += 'x';
      break;
    case OP_tk:
      self.log += w.tokens.empty() ? '-' : w.tokens[0];
      w.tokens.erase(0, 1);
      break;
    case OP_ax:
      w.handlers = digit(t) + w.handlers;
      break;
    case OP_kc:
      result = 0;
      while (w.keys.count(result))
        result++;
      w.keys.insert(result);
      self.key = result;
      self.log += digit(result);
      break;
    case OP_kd:
      self.log += self.key < 0 ? '=' : w.keys.erase(self.key) ? '0' : 'V';
      self.key = -1;
      break;
    case OP_go:
      self.log += w.options < 4 ? "pqrs"[w.options++] : '-';
      break;
    case OP_he:
      w.table.insert({o.a, o.b});
      self.log += digit(w.table[o.a]);
      break;
    case OP_hf:
      self.log += w.table.count(o.a) ? digit(w.table[o.a]) : '-';
      break;
    }
    self.phase = goes_on ? self.phase + 1 : 0;
    self.at += !goes_on;
  }

  //===- What it ends with --------------------------------------------------------------------===//

  static std::string shown(const inode &i) {
    if (i.type == 'd')
      return "d";
    if (i.type == 'l')
      return "l";
    return std::string(1, digit((long)i.data.size())) + digit(i.links) + digit(i.mode & 7);
  }
  static void dump(const world &w, int folder, std::string &text) {
    for (const auto &entry : w.inodes[folder].entries) {
      const inode &file = w.inodes[entry.second];
      text += "|" + entry.first;
      if (file.type == 'd') {
        text += digit(file.mode & 7);
        text += "(";
        dump(w, entry.second, text);
        text += ")";
      } else {
        text += std::string(1, file.type == 'l' ? '>' : ':') + file.data;
        if (file.type == 'f')
          text += std::string(".") + digit(file.links) + digit(file.mode & 7);
      }
    }
  }
  std::string end_of(world w) {
    std::string text;
    for (int t = 1; t < p.threads; t++)
      text += (t > 1 ? "/" : "") + w.t[t].log;
    if (w.shared.number >= 0)
      flush(w, w.shared);
    text += ";";
    dump(w, 0, text);
    text += ";";
    for (int i = 0; i < 2; i++) {
      const description *d = description_of(w, i);
      text += d ? digit(d->at) : '-';
    }
    text += ";" + w.handlers;
    return text;
  }
};

int main(int argc, char **argv) {
  static char line[1024];
  const long most = argc > 1 ? atol(argv[1]) : 1000;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    const program p = parse_program(line);
    puts(interpreter(p, most).run().c_str());
    fflush(stdout);
  }
}
