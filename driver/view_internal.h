// driver/view_internal.h - the parts of a view (view.h), each from its own file.
#ifndef MC_DRIVER_VIEW_INTERNAL_H
#define MC_DRIVER_VIEW_INTERNAL_H

#include "view.h"

/// The frames of session->machine[machine - 1]; 0: none.
struct view_frames view_frames(struct names *names, uint32_t machine);

/// NULL where the finding is no data race. `step` are those of its schedule.
const struct view_race *view_race(const struct result *result, struct names *names,
                                  const struct mc_finding *finding, const struct view_step *step);

/// Fills in where the threads stood.
void view_ends(struct finding_view *made, struct names *names, const struct mc_finding *finding);

#endif // MC_DRIVER_VIEW_INTERNAL_H
