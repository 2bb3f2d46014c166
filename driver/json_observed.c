// driver/json_observed.c - what was seen of the program, as JSON.
#include "json_values.h"
#include "view_fields.h"

static json_t *make_kind(const struct view_kind *from) {
  json_t *value = json_object();
  KIND_FIELDS(JSON_SET)
  return value;
}

static json_t *make_operation(const struct view_operation *from) {
  json_t *value = json_object();
  OPERATION_FIELDS(JSON_SET)
  return value;
}

static json_t *make_loss(const struct view_loss *from) {
  json_t *value = json_object();
  LOSS_FIELDS(JSON_SET)
  json_add_place(value, from->place);
  return value;
}

static json_t *make_busy_wait(const struct view_busy_wait *from) {
  json_t *value = json_object();
  BUSY_WAIT_FIELDS(JSON_SET)
  json_add_place(value, from->place);
  return value;
}

static json_t *make_warning(const struct view_warning *from) {
  json_t *value = json_object();
  WARNING_FIELDS(JSON_SET)
  json_add_place(value, from->place);
  return value;
}

json_t *json_of_observed(const struct view_observed *from) {
  json_t *value = json_object();
  OBSERVED_FIELDS(JSON_SET)
#define SET_LIST(key, count, member, make)                                                         \
  json_t *member = json_array();                                                                   \
  for (unsigned i = 0; i < from->count; i++)                                                       \
    json_array_append_new(member, make(&from->member[i]));                                         \
  json_object_set_new(value, key, member);
  SET_LIST("objects", kinds, kind, make_kind)
  SET_LIST("operations", operations, operation, make_operation)
  SET_LIST("lost", losses, loss, make_loss)
  SET_LIST("busy_waits", busy_waits, busy_wait, make_busy_wait)
  SET_LIST("warnings", warnings, warning, make_warning)
#undef SET_LIST
  return value;
}
