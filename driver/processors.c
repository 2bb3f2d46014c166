// driver/processors.c - see processors.h. Each group above the command's own may have a limit, too.
#include "processors.h"
#include "diagnose.h"
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char groups[] = "/sys/fs/cgroup";

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t of_affinity(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : (uint32_t)CPU_COUNT(&set);
}

/// "150000 100000": so many microseconds in each of so many; "max 100000": no limit.
static uint32_t of_group(const char *path) {
  char *name = format_text("%s%s/cpu.max", groups, path);
  FILE *file = fopen(name, "re");
  double quota, period;
  const bool is_limited = file && fscanf(file, "%lf %lf", &quota, &period) == 2 && period > 0;
  if (file)
    fclose(file);
  free(name);
  return !is_limited ? UINT32_MAX : quota < 2 * period ? 1 : (uint32_t)(quota / period);
}

/// "0::/user.slice/session.scope" in /proc/self/cgroup.
static uint32_t of_groups(void) {
  char line[4096], *path = NULL;
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && !path && fgets(line, sizeof line, file))
    path = strncmp(line, "0::/", strlen("0::/")) ? NULL : line + strlen("0::");
  if (file)
    fclose(file);
  if (!path)
    return UINT32_MAX;
  path[strcspn(path, "\n")] = '\0';
  uint32_t least = UINT32_MAX;
  for (char *end; (end = strrchr(path, '/')); *end = '\0')
    least = smaller(least, of_group(path));
  return smaller(least, of_group(""));
}

uint32_t processors_allowed(void) { return smaller(of_affinity(), of_groups()); }
