// Prints what the driver finds in a file: address, length, action, bytes.
#include "driver/machine_code.h"
#include <inttypes.h>
#include <stdio.h>

static struct mc_code_site site[MC_SESSION_MAX_CODE_SITES];

int main(int count, char **argument) {
  bool is_partial;
  const uint32_t sites =
      count > 1 ? machine_code_find(argument[1], false, site, MC_SESSION_MAX_CODE_SITES, &is_partial) : 0;
  for (uint32_t i = 0; i < sites; i++)
    if (site[i].action != MC_CODE_SYSTEM_CALL)
      printf("%" PRIx64 " %u %u %u\n", site[i].address, site[i].length, site[i].action, site[i].size);
  return 0;
}
