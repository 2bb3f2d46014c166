// driver/json_explored.c - which operations ran, and which of them came in both orders, as JSON.
#include "json_values.h"
#include "view_fields.h"

static json_t *make_operation(const struct view_explored_operation *from) {
  json_t *value = json_object();
  EXPLORED_OPERATION_FIELDS(JSON_SET)
  json_add_place(value, from->place);
  return value;
}

static json_t *make_pair(const struct view_pair *from) {
  json_t *value = json_object();
  PAIR_FIELDS(JSON_SET)
  return value;
}

json_t *json_of_explored(const struct view_explored *from) {
  if (!from->is_there)
    return json_null();
  json_t *value = json_object(), *operations = json_array(), *pairs = json_array();
  EXPLORED_FIELDS(JSON_SET)
  for (unsigned i = 0; i < from->operations; i++)
    json_array_append_new(operations, make_operation(&from->operation[i]));
  for (unsigned i = 0; i < from->pairs; i++)
    json_array_append_new(pairs, make_pair(&from->pair[i]));
  json_object_set_new(value, "operations", operations);
  json_object_set_new(value, "pairs", pairs);
  return value;
}
