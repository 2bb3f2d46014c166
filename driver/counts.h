// driver/counts.h - counts of workers, put together.
#ifndef MC_DRIVER_COUNTS_H
#define MC_DRIVER_COUNTS_H

#include "runtime/session_work.h"

void counts_add(struct mc_work_counts *to, const struct mc_work_counts *from);
/// Steps are counted by primitives of this process: what is of others goes.
void counts_keep_known(struct mc_work_counts *counts, const struct mc_work_counts *known);
/// So many findings of theirs the session does not have.
uint32_t counts_missed(const struct mc_work_counts *counts, const struct mc_session *session);

#endif // MC_DRIVER_COUNTS_H
