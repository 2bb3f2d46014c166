// driver/json_node.h - a value in a file of JSON, and where it stands there: what is read of a
// stored result is as view_fields.h says, or a usage error that names the member (view_read.c).
#ifndef MC_DRIVER_JSON_NODE_H
#define MC_DRIVER_JSON_NODE_H

#include "view.h"
#include <jansson.h>

struct json_node {
  json_t *value;
  const struct json_node *in; ///< NULL: it is the whole file
  const char *key;            ///< there; of the whole file its path
  size_t index;               ///< where that is a list, and key is NULL
};

/// "result.json: findings[0].kind: expected a text".
_Noreturn void json_refuse(const struct json_node *node, const char *expected);

/// A member; one that is not there is refused.
struct json_node json_member(const struct json_node *node, const char *key);

/// The number of members of the list.
unsigned json_length(const struct json_node *node);
struct json_node json_at(const struct json_node *node, unsigned index);

bool json_is_none(const struct json_node *node);

/// null is "".
const char *json_to_text(const struct json_node *node);

/// From 0 to `most`; null is 0.
uint64_t json_to_number(const struct json_node *node, uint64_t most);
int64_t json_to_signed(const struct json_node *node);
bool json_to_flag(const struct json_node *node);
double json_to_real(const struct json_node *node);
struct view_texts json_to_texts(const struct json_node *node);
struct view_output json_to_bytes(const struct json_node *node);
struct view_frames json_to_frames(const struct json_node *node);
/// The place whose members the object has.
const struct place *json_to_place(const struct json_node *node);

struct finding_view json_to_finding(const struct json_node *node, unsigned number,
                                    unsigned findings);
struct view_explored json_to_explored(const struct json_node *node);
struct view_observed json_to_observed(const struct json_node *node);

/// For a list of view_fields.h, from `node`, into `to`.
#define JSON_GET(type, member, key)                                                                \
  {                                                                                                \
    const struct json_node got = json_member(node, key);                                           \
    to->member = JSON_GET_##type(got, to->member);                                                 \
  }
#define JSON_GET_text(got, member) json_to_text(&got)
#define JSON_GET_word(got, member) json_to_text(&got)
#define JSON_GET_number(got, member)                                                               \
  (__typeof__(member))json_to_number(&got, sizeof(member) == 8 ? INT64_MAX : UINT32_MAX)
#define JSON_GET_count JSON_GET_number
#define JSON_GET_flag(got, member) json_to_flag(&got)
#define JSON_GET_real(got, member) json_to_real(&got)
#define JSON_GET_whole JSON_GET_real
#define JSON_GET_texts(got, member) json_to_texts(&got)
#define JSON_GET_bytes(got, member) json_to_bytes(&got)
#define JSON_GET_frames(got, member) json_to_frames(&got)

#endif // MC_DRIVER_JSON_NODE_H
