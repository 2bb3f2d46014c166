// driver/earliest.c - see earliest.h. In the journal the numbers of a place have their highest byte
// first: so its bytes are in the order of places, and the database keeps the least.
#include "earliest.h"
#include "diagnose.h"
#include "items.h"
#include "journal.h"
#include "noted.h"
#include "store.h"
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "earliest";

static bool take(struct earliest *earliest, const uint32_t *place, uint32_t places) {
  if (earliest->place && mc_compare_places(place, places, earliest->place, earliest->places) >= 0)
    return false;
  free(earliest->place);
  earliest->place = allocate(places * sizeof *place);
  earliest->places = places;
  memcpy(earliest->place, place, places * sizeof *place);
  return true;
}

static void turn(uint32_t *to, const void *from, uint32_t places) {
  memcpy(to, from, places * sizeof *to);
  for (uint32_t i = 0; i < places; i++)
    to[i] = htonl(to[i]);
}

static void tell(const struct earliest *earliest, struct journal *journal) {
  struct store *store = journal_store(journal);
  if (!store || store->fault || !earliest->place)
    return;
  uint32_t *place = allocate(earliest->places * sizeof *place);
  turn(place, earliest->place, earliest->places);
  store->does->lower(store, name, place, earliest->places * sizeof *place);
  free(place);
}

bool earliest_find(struct earliest *earliest, struct noted *noted, struct journal *journal) {
  noted_end_there(noted);
  const struct mc_noted_trace *end = noted_end(noted);
  const bool is_new = end && take(earliest, end->place, end->places);
  if (is_new)
    tell(earliest, journal);
  return is_new;
}

bool earliest_ask(struct earliest *earliest, struct journal *journal) {
  struct store *store = journal_store(journal);
  size_t bytes = 0;
  char *told = store->does->get(store, name, &bytes);
  if (!told)
    return false;
  const uint32_t places = (uint32_t)(bytes / sizeof(uint32_t));
  uint32_t *place = allocate(bytes);
  turn(place, told, places);
  const bool is_place = places && bytes % sizeof *place == 0,
             is_new = is_place && take(earliest, place, places);
  free(place);
  free(told);
  if (!is_place)
    store_fail(store, format_text("what it has of the search is broken: an end that is no place"));
  return is_new;
}

static bool is_behind(void *context, const void *item) {
  const struct earliest *earliest = context;
  return mc_item_is_behind(item, earliest->place, earliest->places);
}

char *earliest_drop(struct earliest *earliest, struct items *items, struct journal *journal) {
  if (!earliest->place)
    return NULL;
  journal_begin(journal);
  items_drop(items, is_behind, earliest);
  return journal_end(journal);
}
