// driver/json_values.h - what the parts of --json are made of (json.c): a value for each type of
// view_fields.h, and the object of each struct that more than one part has.
#ifndef MC_DRIVER_JSON_VALUES_H
#define MC_DRIVER_JSON_VALUES_H

#include "view.h"
#include <jansson.h>

/// The text; "?" if it is not UTF-8.
json_t *json_of_text(const char *text);
/// The same; null for "" and what is not UTF-8.
json_t *json_of_word(const char *text);
json_t *json_of_number(uint64_t number);
/// null for 0.
json_t *json_of_count(uint64_t number);
json_t *json_of_flag(bool flag);
json_t *json_of_real(double number);
/// A number that is meant to be whole.
json_t *json_of_whole(double number);
json_t *json_of_texts(struct view_texts texts);
/// A text, or {"hex": "..."} where it is not UTF-8.
json_t *json_of_bytes(struct view_output bytes);
json_t *json_of_frames(struct view_frames frames);

/// Adds the members of the place.
void json_add_place(json_t *value, const struct place *place);
/// An object of its own; null for NULL.
json_t *json_of_place(const struct place *place);

/// All of --json.
json_t *json_of_result(const struct result_view *view);
json_t *json_of_finding(const struct finding_view *finding);
json_t *json_of_explored(const struct view_explored *explored); ///< null: it was not asked for
json_t *json_of_observed(const struct view_observed *observed);

/// For a list of view_fields.h, into `value`, from `from`.
#define JSON_SET(type, member, key) json_object_set_new(value, key, json_of_##type(from->member));

#endif // MC_DRIVER_JSON_VALUES_H
