// driver/view_notes.h - the places of a finding.
#ifndef MC_DRIVER_VIEW_NOTES_H
#define MC_DRIVER_VIEW_NOTES_H

#include "view.h"

/// Fills in the place to look at first, and the others, from the rest of the finding.
void view_notes(struct finding_view *finding);

/// So many steps the schedule shares with the one that succeeds.
uint32_t view_common_steps(const struct finding_view *finding,
                           const struct view_explained *explained);

#endif // MC_DRIVER_VIEW_NOTES_H
