// driver/view_read_explored.c - which operations ran, and which of them came in both orders, of a
// stored result; see json_node.h.
#include "diagnose.h"
#include "json_node.h"
#include "view_fields.h"

static struct view_explored_operation read_operation(const struct json_node *node) {
  struct view_explored_operation made = {.place = json_to_place(node)}, *to = &made;
  EXPLORED_OPERATION_FIELDS(JSON_GET)
  return made;
}

static struct view_pair read_pair(const struct json_node *node, unsigned operations) {
  struct view_pair made = {0}, *to = &made;
  PAIR_FIELDS(JSON_GET)
  if (made.first >= operations || made.second >= operations)
    json_refuse(node, "the indices of two operations");
  return made;
}

struct view_explored json_to_explored(const struct json_node *node) {
  struct view_explored made = {.is_there = !json_is_none(node)}, *to = &made;
  if (!made.is_there)
    return made;
  EXPLORED_FIELDS(JSON_GET)
  const struct json_node operations = json_member(node, "operations"),
                         pairs = json_member(node, "pairs");
  made.operations = json_length(&operations);
  made.pairs = json_length(&pairs);
  struct view_explored_operation *operation = allocate((made.operations + 1) * sizeof *operation);
  struct view_pair *pair = allocate((made.pairs + 1) * sizeof *pair);
  for (unsigned i = 0; i < made.operations; i++) {
    const struct json_node one = json_at(&operations, i);
    operation[i] = read_operation(&one);
  }
  for (unsigned i = 0; i < made.pairs; i++) {
    const struct json_node one = json_at(&pairs, i);
    pair[i] = read_pair(&one, made.operations);
  }
  made.operation = operation;
  made.pair = pair;
  return made;
}
