// driver/view_internal.h - the parts of a view (view.h), each from its own file.
#ifndef MC_DRIVER_VIEW_INTERNAL_H
#define MC_DRIVER_VIEW_INTERNAL_H

#include "names.h"
#include "result.h"
#include "view.h"

void view_add_text(struct view_texts *texts, const char *text);
/// The files of which atomics, loads and stores of machine code are operations.
struct view_texts view_machine_code(const struct result *result);

/// Of what was captured, so much of it as there is.
struct view_output view_output(const struct result *result, uint64_t start, uint64_t size);

/// The frames of session->machine[machine - 1]; 0: none.
struct view_frames view_frames(struct names *names, uint32_t machine);

struct finding_view view_finding(const struct result *result, struct names *names, uint32_t index);

/// So many steps of the session, from `first` on.
const struct view_step *view_steps(struct names *names, uint32_t first, uint32_t steps);

struct explanation;
/// What its run has shown, of a finding of the `search`.
struct view_explained view_explained(const struct mc_session *search,
                                     struct explanation *explanation,
                                     const struct finding_view *finding);

/// Why the step that decides does, in a sentence; "" where the steps do not tell it.
const char *view_decides(struct names *names, const struct mc_finding *finding,
                         const struct view_explained *explained);

/// Why the finding comes about: sentences, one a line; "" where there is nothing to say.
const char *view_why(struct names *names, const struct mc_finding *finding,
                     const struct view_explained *explained);

/// What the step does to its objects, as it was recorded with --explain.
const char *view_does(struct names *names, const struct mc_step_record *step);

/// The words of the glossary that the report of the finding uses; with --explain.
struct view_texts view_terms(struct names *names, const struct mc_finding *finding,
                             const struct finding_view *made);

/// NULL where the finding is no data race. `step` are those of its schedule.
const struct view_race *view_race(const struct result *result, struct names *names,
                                  const struct mc_finding *finding, const struct view_step *step);

/// Fills in where the threads stood.
void view_ends(struct finding_view *made, struct names *names, const struct mc_finding *finding);

/// The thread waits, by way of others that wait, for itself.
bool view_is_in_circle(struct names *names, const struct mc_finding *finding, uint32_t thread);

struct view_explored view_explored(const struct result *result, struct names *names);

struct view_observed view_observed(const struct result *result, struct names *names);

/// The first line of a report. The findings are there.
const char *view_headline(const struct result_view *view, const struct result *result,
                          struct names *names);

/// How much was explored, and what that proves. The counts and reasons are there.
const char *view_coverage(const struct result_view *view, const struct result *result,
                          struct names *names);

/// Fills in what would end, by the trials, and the objects in which most traces differ.
void view_advise(struct result_view *view, const struct mc_session *session, struct names *names);

#endif // MC_DRIVER_VIEW_INTERNAL_H
