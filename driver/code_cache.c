// driver/code_cache.c - see code_cache.h.
//
// ~/.cache/mcmini/code/BUILDID-atomic and BUILDID-plain. An entry holds for the bytes of code that
// it was made of, by their hash, and for this version; a hash of its own says whether it is whole.
// What is not so is decoded, and written anew. A file is written under another name first: others
// may do the same at once. Nothing that fails here matters but for time.
#include "code_cache.h"
#include "cache.h"
#include "diagnose.h"
#include "program.h"
#include <dirent.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  LEAST_CODE = 1 << 18, ///< bytes; less is decoded as fast
  MOST_ENTRIES = 64,
};

struct entry {
  char version[16];
  uint64_t code; ///< hash of what was decoded
  uint64_t hash; ///< of the rest of the entry and of the sites
  uint32_t most, sites;
  uint32_t is_partial, site_size;
};

struct identity {
  char name[2 * 64 + 8]; ///< empty: nothing is to be kept
  uint64_t code;
};

//===- What a file is -------------------------------------------------------------------------===//

static uint64_t mix(uint64_t hash, uint64_t value) {
  return program_hash((const unsigned char *)&(const uint64_t[]){hash, value}, 2 * sizeof hash);
}

/// Functions lie where .eh_frame says.
static bool is_decoded(Elf *elf, size_t names, const GElf_Shdr *header) {
  const char *name = elf_strptr(elf, names, header->sh_name);
  return header->sh_type != SHT_NOBITS &&
         (header->sh_flags & SHF_EXECINSTR || (name && !strcmp(name, ".eh_frame")));
}

static struct identity identity_of(Elf *elf, bool is_plain) {
  struct identity identity = {.name = "", .code = is_plain};
  const void *id = NULL;
  size_t names, bytes = 0;
  const ssize_t size = elf ? dwelf_elf_gnu_build_id(elf, &id) : 0;
  if (size <= 0 || size > 64 || elf_getshdrstrndx(elf, &names))
    return identity;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || !is_decoded(elf, names, &header))
      continue;
    const Elf_Data *data = elf_rawdata(section, NULL);
    if (!data || !data->d_buf)
      return identity;
    identity.code = mix(identity.code, header.sh_addr);
    identity.code = mix(identity.code, program_hash(data->d_buf, data->d_size));
    bytes += data->d_size;
  }
  for (ssize_t i = 0; i < size && bytes >= LEAST_CODE; i++)
    snprintf(identity.name + 2 * i, 3, "%02x", ((const unsigned char *)id)[i]);
  if (*identity.name)
    strcat(identity.name, is_plain ? "-plain" : "-atomic");
  return identity;
}

/// The command may be another one of the same version.
static uint64_t own_identity(void) {
  struct stat info = {0};
  stat("/proc/self/exe", &info);
  return mix(mix((uint64_t)info.st_size, (uint64_t)info.st_mtim.tv_sec),
             (uint64_t)info.st_mtim.tv_nsec);
}

static struct identity identify(const char *path, bool is_plain) {
  elf_version(EV_CURRENT);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
  const struct identity identity = identity_of(elf, is_plain);
  elf_end(elf);
  if (fd >= 0)
    close(fd);
  return identity;
}

//===- The folder -----------------------------------------------------------------------------===//

/// Of many entries, one that was written long ago goes.
static void remove_oldest(const char *folder) {
  char *oldest = NULL;
  struct timespec since = {0};
  unsigned entries = 0;
  DIR *stream = opendir(folder);
  for (struct dirent *e; stream && (e = readdir(stream));) {
    struct stat info;
    if (fstatat(dirfd(stream), e->d_name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode))
      continue;
    entries++;
    if (oldest && (info.st_mtim.tv_sec > since.tv_sec ||
                   (info.st_mtim.tv_sec == since.tv_sec && info.st_mtim.tv_nsec >= since.tv_nsec)))
      continue;
    free(oldest);
    oldest = format_text("%s", e->d_name);
    since = info.st_mtim;
  }
  if (entries > MOST_ENTRIES)
    unlinkat(dirfd(stream), oldest, 0);
  if (stream)
    closedir(stream);
  free(oldest);
}

//===- Entries --------------------------------------------------------------------------------===//

static uint64_t hash_of(struct entry entry, const struct mc_code_site *site) {
  entry.hash = 0;
  return mix(program_hash((const unsigned char *)&entry, sizeof entry),
             program_hash((const unsigned char *)site, entry.sites * sizeof *site));
}

static bool read_all(int fd, void *to, size_t size) {
  size_t done = 0;
  for (ssize_t got; done < size && (got = read(fd, (char *)to + done, size - done)) > 0;)
    done += (size_t)got;
  return done == size;
}

static bool read_entry(const char *path, const struct entry *wanted, struct entry *entry,
                       struct mc_code_site *site) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const bool is_good = fd >= 0 && read_all(fd, entry, sizeof *entry) &&
                       !memcmp(entry->version, wanted->version, sizeof entry->version) &&
                       entry->code == wanted->code && entry->most == wanted->most &&
                       entry->site_size == wanted->site_size && entry->sites <= entry->most &&
                       read_all(fd, site, entry->sites * sizeof *site) &&
                       entry->hash == hash_of(*entry, site);
  if (fd >= 0)
    close(fd);
  return is_good;
}

static void write_entry(const char *folder, const char *path, const struct entry *entry,
                        const struct mc_code_site *site) {
  const size_t sites = entry->sites * sizeof *site, bytes = sizeof *entry + sites;
  char *content = allocate(bytes);
  memcpy(content, entry, sizeof *entry);
  memcpy(content + sizeof *entry, site, sites);
  if (cache_write(path, content, bytes, 0600))
    remove_oldest(folder);
  free(content);
}

uint32_t code_cache_find(const char *path, bool is_plain, struct mc_code_site *site, uint32_t most,
                         bool *is_partial) {
  const struct identity identity = identify(path, is_plain);
  struct entry entry, wanted = {
                          .version = MC_VERSION,
                          .code = mix(own_identity(), identity.code),
                          .most = most,
                          .site_size = sizeof *site,
                      };
  char *folder = NULL;
  const bool is_kept = *identity.name && cache_folder("code", &folder);
  char *file = is_kept ? format_text("%s/%s", folder, identity.name) : NULL;
  if (!file || !read_entry(file, &wanted, &entry, site)) {
    entry = wanted;
    entry.sites = machine_code_find(path, is_plain, site, most, is_partial);
    entry.is_partial = *is_partial;
    entry.hash = hash_of(entry, site);
    if (file)
      write_entry(folder, file, &entry, site);
  }
  *is_partial = entry.is_partial;
  free(file);
  free(folder);
  return entry.sites;
}
