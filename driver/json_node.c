// driver/json_node.c - see json_node.h.
#include "json_node.h"
#include "diagnose.h"
#include "view_fields.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// "result.json: findings[0].kind".
static void print_where(FILE *out, const struct json_node *node) {
  if (!node->in) {
    fprintf(out, "%s:", node->key);
    return;
  }
  print_where(out, node->in);
  if (!node->key)
    fprintf(out, "[%zu]", node->index);
  else
    fprintf(out, "%s%s", node->in->in ? "." : " ", node->key);
}

void json_refuse(const struct json_node *node, const char *expected) {
  char *where = NULL;
  size_t size;
  FILE *out = open_memstream(&where, &size);
  if (!out)
    internal_fault("out of memory");
  print_where(out, node);
  fclose(out);
  usage_error("%s%s %s; is it the file of --json of this version?", where, node->in ? ":" : "",
              expected);
}

//===- Ways down ------------------------------------------------------------------------------===//

struct json_node json_member(const struct json_node *node, const char *key) {
  if (!json_is_object(node->value))
    json_refuse(node, "expected an object");
  const struct json_node member = {json_object_get(node->value, key), node, key, 0};
  if (!member.value)
    json_refuse(&member, "is missing");
  return member;
}

unsigned json_length(const struct json_node *node) {
  if (!json_is_array(node->value))
    json_refuse(node, "expected a list");
  return (unsigned)json_array_size(node->value);
}

struct json_node json_at(const struct json_node *node, unsigned index) {
  return (struct json_node){json_array_get(node->value, index), node, NULL, index};
}

//===- Values ---------------------------------------------------------------------------------===//

bool json_is_none(const struct json_node *node) { return json_is_null(node->value); }

const char *json_to_text(const struct json_node *node) {
  if (json_is_none(node))
    return "";
  const char *text = json_string_value(node->value);
  if (!text || strlen(text) != json_string_length(node->value))
    json_refuse(node, "expected a text");
  return text;
}

uint64_t json_to_number(const struct json_node *node, uint64_t most) {
  const json_int_t number = json_is_none(node) ? 0 : json_integer_value(node->value);
  if ((!json_is_none(node) && !json_is_integer(node->value)) || number < 0 ||
      (uint64_t)number > most)
    json_refuse(node, format_text("expected a number from 0 to %llu", (unsigned long long)most));
  return (uint64_t)number;
}

int64_t json_to_signed(const struct json_node *node) {
  if (!json_is_integer(node->value))
    json_refuse(node, "expected a number");
  return json_integer_value(node->value);
}

bool json_to_flag(const struct json_node *node) {
  if (!json_is_boolean(node->value))
    json_refuse(node, "expected true or false");
  return json_is_true(node->value);
}

double json_to_real(const struct json_node *node) {
  if (!json_is_number(node->value))
    json_refuse(node, "expected a number");
  return json_number_value(node->value);
}

struct view_texts json_to_texts(const struct json_node *node) {
  struct view_texts texts = {json_length(node), NULL};
  texts.text = allocate(texts.count * sizeof *texts.text);
  for (unsigned i = 0; i < texts.count; i++) {
    const struct json_node one = json_at(node, i);
    texts.text[i] = json_to_text(&one);
  }
  return texts;
}

static struct view_output bytes_of_hex(const struct json_node *node) {
  const char *hex = json_to_text(node);
  const size_t size = strlen(hex) / 2;
  char *bytes = allocate(size);
  if (hex[strspn(hex, "0123456789abcdef")])
    json_refuse(node, "expected hexadecimal digits");
  for (size_t i = 0; i < size; i++) {
    const char digits[] = {hex[2 * i], hex[2 * i + 1], '\0'};
    bytes[i] = (char)strtoul(digits, NULL, 16);
  }
  return (struct view_output){bytes, size};
}

struct view_output json_to_bytes(const struct json_node *node) {
  if (json_is_string(node->value))
    return (struct view_output){json_string_value(node->value), json_string_length(node->value)};
  const struct json_node hex = json_member(node, "hex");
  return bytes_of_hex(&hex);
}

const struct place *json_to_place(const struct json_node *node) {
  struct place *to = allocate(sizeof *to);
  PLACE_FIELDS(JSON_GET)
  return to;
}

struct view_frames json_to_frames(const struct json_node *node) {
  struct view_frames frames = {json_length(node), NULL};
  frames.place = allocate(frames.count * sizeof *frames.place);
  for (unsigned i = 0; i < frames.count; i++) {
    const struct json_node one = json_at(node, i);
    frames.place[i] = json_to_place(&one);
  }
  return frames;
}
