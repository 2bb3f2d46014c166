// driver/json_values.c - see json_values.h.
#include "json_values.h"
#include "view_fields.h"
#include "diagnose.h"
#include <stdio.h>
#include <stdlib.h>

/// JSON is UTF-8; a name of the program may be anything.
json_t *json_of_text(const char *text) {
  json_t *value = json_string(text);
  return value ? value : json_string("?");
}

json_t *json_of_word(const char *text) {
  json_t *value = text && *text ? json_string(text) : NULL;
  return value ? value : json_null();
}

json_t *json_of_number(uint64_t number) { return json_integer((json_int_t)number); }

json_t *json_of_count(uint64_t number) { return number ? json_of_number(number) : json_null(); }

json_t *json_of_flag(bool flag) { return json_boolean(flag); }

json_t *json_of_real(double number) { return json_real(number); }

json_t *json_of_whole(double number) {
  return number < 1e15 ? json_integer((json_int_t)(number + 0.5)) : json_real(number);
}

json_t *json_of_texts(struct view_texts texts) {
  json_t *list = json_array();
  for (unsigned i = 0; i < texts.count; i++)
    json_array_append_new(list, json_of_text(texts.text[i]));
  return list;
}

static json_t *hex_of(struct view_output bytes) {
  char *text = allocate(2 * bytes.size + 1);
  for (size_t i = 0; i < bytes.size; i++)
    sprintf(text + 2 * i, "%02x", (unsigned char)bytes.bytes[i]);
  json_t *value = json_pack("{s:s}", "hex", text);
  free(text);
  return value;
}

json_t *json_of_bytes(struct view_output bytes) {
  json_t *value = json_stringn(bytes.bytes, bytes.size);
  return value ? value : hex_of(bytes);
}

void json_add_place(json_t *value, const struct place *from) {
  PLACE_FIELDS(JSON_SET)
}

json_t *json_of_place(const struct place *place) {
  if (!place)
    return json_null();
  json_t *value = json_object();
  json_add_place(value, place);
  return value;
}

json_t *json_of_frames(struct view_frames frames) {
  json_t *stack = json_array();
  for (unsigned i = 0; i < frames.count; i++)
    json_array_append_new(stack, json_of_place(frames.place[i]));
  return stack;
}
