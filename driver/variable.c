// driver/variable.c - from an address inside a global variable to the expression that a programmer
// would write for it, by the variable's type (DWARF).
#include "diagnose.h"
#include "symbols_internal.h"
#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// The address in a location that is nothing else. Clang keeps addresses in a table (addrx).
static bool address_of(Dwarf_Attribute *location, const Dwarf_Op *operation, Dwarf_Addr *address) {
  Dwarf_Attribute entry;
  *address = operation->number;
  if (operation->atom == DW_OP_addr)
    return true;
  return (operation->atom == DW_OP_addrx || operation->atom == DW_OP_GNU_addr_index) &&
         !dwarf_getlocation_attr(location, operation, &entry) && !dwarf_formaddr(&entry, address);
}

static bool is_at(Dwarf_Die *variable, uint64_t address) {
  Dwarf_Attribute location;
  Dwarf_Addr found;
  Dwarf_Op *operation;
  size_t length;
  return dwarf_attr_integrate(variable, DW_AT_location, &location) &&
         !dwarf_getlocation(&location, &operation, &length) && length == 1 &&
         address_of(&location, operation, &found) && found == address;
}

/// Static variables lie in functions and blocks, C++ ones in namespaces and classes.
static bool may_hold_variables(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace;
}

static bool find_variable(Dwarf_Die *parent, uint64_t address, Dwarf_Die *found) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child))
    return false;
  do {
    int tag = dwarf_tag(&child);
    if (tag == DW_TAG_variable && is_at(&child, address)) {
      *found = child;
      return true;
    }
    if (may_hold_variables(tag) && find_variable(&child, address, found))
      return true;
  } while (!dwarf_siblingof(&child, &child));
  return false;
}

static bool find_in_module(Dwfl_Module *module, uint64_t address, Dwarf_Die *found) {
  Dwarf_Addr bias;
  for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu(module, unit, &bias));)
    if (find_variable(unit, address - bias, found))
      return true;
  return false;
}

//===- Types ----------------------------------------------------------------------------------===//

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute attribute;
  Dwarf_Die found;
  if (!dwarf_attr_integrate(die, DW_AT_type, &attribute) || !dwarf_formref_die(&attribute, &found))
    return false;
  return !dwarf_peel_type(&found, type);
}

static uint64_t size_of(Dwarf_Die *type) {
  Dwarf_Word size;
  return dwarf_aggregate_size(type, &size) ? 0 : size;
}

static uint64_t number_of(Dwarf_Die *die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value;
  return dwarf_attr(die, name, &attribute) && !dwarf_formudata(&attribute, &value) ? value : 0;
}

static uint64_t length_of(Dwarf_Die *range) {
  uint64_t count = number_of(range, DW_AT_count);
  return count ? count : number_of(range, DW_AT_upper_bound) + 1;
}

static char *append(char *path, char *more) {
  char *longer = format_text("%s%s", path, more);
  free(path);
  free(more);
  return longer;
}

/// All indexes of an array type at once: it has one child for each dimension.
static char *append_indexes(char *path, Dwarf_Die *type, uint64_t index) {
  enum { MOST = 8 };
  uint64_t length[MOST];
  unsigned dimensions = 0;
  Dwarf_Die range;
  for (int end = dwarf_child(type, &range); !end && dimensions < MOST;
       end = dwarf_siblingof(&range, &range))
    if (dwarf_tag(&range) == DW_TAG_subrange_type)
      length[dimensions++] = length_of(&range);
  for (unsigned d = 0; d < dimensions; d++) {
    uint64_t below = 1;
    for (unsigned e = d + 1; e < dimensions; e++)
      below *= length[e];
    path = append(path, format_text("[%" PRIu64 "]", index / below));
    index %= below;
  }
  return path;
}

static bool find_member(Dwarf_Die *type, uint64_t offset, Dwarf_Die *member, uint64_t *start) {
  if (dwarf_child(type, member))
    return false;
  do {
    int tag = dwarf_tag(member);
    Dwarf_Die member_type;
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !type_of(member, &member_type))
      continue;
    *start = number_of(member, DW_AT_data_member_location);
    if (offset >= *start && offset - *start < size_of(&member_type))
      return true;
  } while (!dwarf_siblingof(member, member));
  return false;
}

static bool is_record(Dwarf_Die *type) {
  return dwarf_tag(type) == DW_TAG_structure_type || dwarf_tag(type) == DW_TAG_class_type;
}

static char *descend(char *path, Dwarf_Die *type, uint64_t offset, uint64_t size);

/// By the first member in which the object lies as a whole.
static char *descend_union(char *path, Dwarf_Die *type, uint64_t offset, uint64_t size) {
  Dwarf_Die member, part;
  char *found = NULL;
  for (int end = dwarf_child(type, &member); !end && !found;
       end = dwarf_siblingof(&member, &member)) {
    if (dwarf_tag(&member) != DW_TAG_member || !type_of(&member, &part) ||
        size_of(&part) < offset + size)
      continue;
    const char *name = dwarf_diename(&member);
    char *inner = name ? format_text("%s.%s", path, name) : format_text("%s", path);
    found = descend(inner, &part, offset, size);
  }
  if (found)
    *type = part;
  free(path);
  return found;
}

/// Goes down the type until what is left is the object, which `*type` is then. NULL: it ends
/// somewhere else.
static char *descend(char *path, Dwarf_Die *type, uint64_t offset, uint64_t size) {
  while (offset || size_of(type) > size) {
    Dwarf_Die part;
    uint64_t start = 0;
    if (dwarf_tag(type) == DW_TAG_array_type && type_of(type, &part) && size_of(&part)) {
      path = append_indexes(path, type, offset / size_of(&part));
      offset %= size_of(&part);
      *type = part;
    } else if (is_record(type) && find_member(type, offset, &part, &start)) {
      if (dwarf_tag(&part) == DW_TAG_member && dwarf_diename(&part))
        path = append(path, format_text(".%s", dwarf_diename(&part)));
      offset -= start;
      if (!type_of(&part, type))
        return NULL;
    } else if (dwarf_tag(type) == DW_TAG_union_type) {
      return descend_union(path, type, offset, size);
    } else {
      return offset ? NULL : path;
    }
  }
  return path;
}

/// The path and the type of what lies there; NULL: not known.
static char *find_part(Dwfl_Module *module, uint64_t start, uint64_t offset, uint64_t size,
                       Dwarf_Die *type) {
  Dwarf_Die variable;
  Dwarf_Attribute attribute;
  if (!find_in_module(module, start, &variable) || !type_of(&variable, type))
    return NULL;
  const char *name = dwarf_formstring(dwarf_attr_integrate(&variable, DW_AT_name, &attribute));
  return name ? descend(format_text("%s", name), type, offset, size) : NULL;
}

char *variable_path(Dwfl_Module *module, uint64_t start, uint64_t offset, uint64_t size) {
  Dwarf_Die type;
  return find_part(module, start, offset, size, &type);
}

/// In C++ an atomic is a record.
static bool enter_record(Dwarf_Die *type) {
  Dwarf_Die member;
  uint64_t start;
  return is_record(type) && find_member(type, 0, &member, &start) && type_of(&member, type);
}

enum number_kind variable_number(Dwfl_Module *module, uint64_t start, uint64_t offset,
                                 uint64_t size) {
  Dwarf_Die type;
  char *path = find_part(module, start, offset, size, &type);
  if (!path)
    return NUMBER_BITS;
  free(path);
  while (enter_record(&type))
    ;
  if (dwarf_tag(&type) != DW_TAG_base_type || size_of(&type) != size)
    return NUMBER_BITS;
  switch (number_of(&type, DW_AT_encoding)) {
  case DW_ATE_signed:
  case DW_ATE_signed_char:
    return NUMBER_SIGNED;
  case DW_ATE_unsigned:
  case DW_ATE_unsigned_char:
  case DW_ATE_boolean:
    return NUMBER_UNSIGNED;
  default:
    return NUMBER_BITS;
  }
}
