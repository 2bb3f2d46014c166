// driver/view_read_observed.c - what was seen of the program, of a stored result; see json_node.h.
#include "diagnose.h"
#include "json_node.h"
#include "view_fields.h"

static struct view_kind read_kind(const struct json_node *node) {
  struct view_kind made = {0}, *to = &made;
  KIND_FIELDS(JSON_GET)
  return made;
}

static struct view_operation read_operation(const struct json_node *node) {
  struct view_operation made = {0}, *to = &made;
  OPERATION_FIELDS(JSON_GET)
  return made;
}

static struct view_loss read_loss(const struct json_node *node) {
  struct view_loss made = {.place = json_to_place(node)}, *to = &made;
  LOSS_FIELDS(JSON_GET)
  return made;
}

static struct view_busy_wait read_busy_wait(const struct json_node *node) {
  struct view_busy_wait made = {.place = json_to_place(node)}, *to = &made;
  BUSY_WAIT_FIELDS(JSON_GET)
  return made;
}

static struct view_warning read_warning(const struct json_node *node) {
  struct view_warning made = {.place = json_to_place(node)}, *to = &made;
  WARNING_FIELDS(JSON_GET)
  return made;
}

struct view_observed json_to_observed(const struct json_node *node) {
  struct view_observed made = {0}, *to = &made;
  OBSERVED_FIELDS(JSON_GET)
#define GET_LIST(key, count, type, member, read)                                                   \
  {                                                                                                \
    const struct json_node list = json_member(node, key);                                          \
    to->count = json_length(&list);                                                                \
    struct type *all = allocate(to->count * sizeof *all);                                          \
    for (unsigned i = 0; i < to->count; i++) {                                                     \
      const struct json_node one = json_at(&list, i);                                              \
      all[i] = read(&one);                                                                         \
    }                                                                                              \
    to->member = all;                                                                              \
  }
  GET_LIST("objects", kinds, view_kind, kind, read_kind)
  GET_LIST("operations", operations, view_operation, operation, read_operation)
  GET_LIST("lost", losses, view_loss, loss, read_loss)
  GET_LIST("busy_waits", busy_waits, view_busy_wait, busy_wait, read_busy_wait)
  GET_LIST("warnings", warnings, view_warning, warning, read_warning)
#undef GET_LIST
  return made;
}
