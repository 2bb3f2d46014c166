// mcmini/test_json.h - files and texts for <mcmini/test_explore.h>; what of `mcmini --json` it needs;
// and the frameworks' failures in an explored function.
#ifndef MCMINI_TEST_JSON_H
#define MCMINI_TEST_JSON_H

/// Room for a text, all 0.
MCMINI_NO_CHECK static inline char *mc_check_room_(size_t size) {
  struct mc_check_text *text = (struct mc_check_text *)calloc(1, sizeof *text + size);
  if (!text)
    abort();
  text->next = mc_check_state_.texts;
  mc_check_state_.texts = text;
  return text->bytes;
}

/// A copy, with a 0 behind it.
MCMINI_NO_CHECK static inline char *mc_check_keep_(const char *bytes, size_t size) {
  return (char *)memcpy(mc_check_room_(size), bytes, size);
}

/// The whole file, with a 0 behind it; "" if it cannot be read.
MCMINI_NO_CHECK static inline char *mc_check_read_(const char *path, size_t *size) {
  char *bytes = NULL, part[4096];
  const int file = open(path, O_RDONLY);
  *size = 0;
  for (ssize_t got; file >= 0 && (got = read(file, part, sizeof part)) > 0; *size += (size_t)got) {
    bytes = (char *)realloc(bytes, *size + (size_t)got);
    if (!bytes)
      abort();
    memcpy(bytes + *size, part, (size_t)got);
  }
  if (file >= 0)
    close(file);
  char *text = mc_check_keep_(bytes ? bytes : "", *size);
  free(bytes);
  return text;
}

//===- JSON, as mcmini writes it --------------------------------------------------------------===//

static inline const char *mc_json_blank_(const char *at) { return at + strspn(at, " \t\r\n"); }

/// Behind the value that begins at `at`.
MCMINI_NO_CHECK static inline const char *mc_json_skip_(const char *at) {
  unsigned depth = 0;
  do {
    if (*at == '"')
      for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    else if (*at == '{' || *at == '[')
      depth++;
    else if (*at == '}' || *at == ']')
      depth--;
    else if (!depth)
      return at + strcspn(at, ",]} \t\r\n");
    at += *at != '\0';
  } while (depth && *at);
  return at;
}

/// The list's first value, and the value after one; NULL: there is none.
MCMINI_NO_CHECK static inline const char *mc_json_first_(const char *list) {
  const char *at = list && *list == '[' ? mc_json_blank_(list + 1) : NULL;
  return at && *at && *at != ']' ? at : NULL;
}

MCMINI_NO_CHECK static inline const char *mc_json_next_(const char *value) {
  const char *at = mc_json_blank_(mc_json_skip_(value));
  return *at == ',' ? mc_json_blank_(at + 1) : NULL;
}

/// The value of the object's member, or NULL.
MCMINI_NO_CHECK static inline const char *mc_json_member_(const char *object, const char *name) {
  const char *at = object && *object == '{' ? mc_json_blank_(object + 1) : NULL;
  while (at && *at == '"') {
    const char *end = mc_json_skip_(at), *value = mc_json_blank_(end);
    const bool is_it = strlen(name) == (size_t)(end - at) - 2 && !strncmp(at + 1, name, strlen(name));
    if (*value != ':')
      return NULL;
    value = mc_json_blank_(value + 1);
    if (is_it)
      return value;
    at = mc_json_next_(value);
  }
  return NULL;
}

/// "" if it is no text.
MCMINI_NO_CHECK static inline const char *mc_json_text_(const char *object, const char *name) {
  static const char letters[] = "nrtbf", meant[] = "\n\r\t\b\f";
  const char *at = mc_json_member_(object, name);
  if (!at || *at != '"')
    return "";
  char *text = mc_check_keep_(at, (size_t)(mc_json_skip_(at) - at)), *to = text;
  for (at++; *at && *at != '"'; at++) {
    if (*at != '\\') {
      *to++ = *at;
      continue;
    }
    const char *known = strchr(letters, *++at);
    if (*at == 'u') { // only control characters are written so
      char digits[5] = {0};
      strncpy(digits, at + 1, 4);
      at += strlen(digits);
      *to++ = (char)strtoul(digits, NULL, 16);
    } else {
      *to++ = known ? meant[known - letters] : *at;
    }
  }
  *to = '\0';
  return text;
}

MCMINI_NO_CHECK static inline unsigned long long mc_json_number_(const char *object,
                                                                 const char *name) {
  const char *at = mc_json_member_(object, name);
  return at ? strtoull(at, NULL, 10) : 0;
}

//===- Frameworks -----------------------------------------------------------------------------===//

#if defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_) || defined(GTEST_INCLUDE_GTEST_GTEST_H_)
#include <string>

namespace {
struct mc_check_gtest_ : testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult &part) override {
    if (!part.failed())
      return;
    const std::string file = part.file_name() ? part.file_name() : "unknown file";
    const std::string text =
        file + ":" + std::to_string(part.line_number()) + ": Failure\n" + part.message();
    mc_fail(text.c_str());
  }
};
} // namespace

static inline void mc_check_listen_(void) {
  testing::UnitTest::GetInstance()->listeners().Append(new mc_check_gtest_);
}

#elif defined(CATCH_VERSION_MAJOR) && defined(CATCH_CONFIG_EXTERNAL_INTERFACES)
#include <sstream>

namespace {
struct mc_check_catch_ : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  bool assertionEnded(Catch::AssertionStats const &stats) override {
    const Catch::AssertionResult &result = stats.assertionResult;
    if (!mc_check_state_.is_running || result.isOk())
      return false;
    std::ostringstream text;
    text << result.getSourceInfo().file << ":" << result.getSourceInfo().line << ": FAILED:";
    if (result.hasExpression())
      text << "\n  " << result.getExpressionInMacro();
    if (result.hasExpandedExpression())
      text << "\nwith expansion:\n  " << result.getExpandedExpression();
    if (result.hasMessage())
      text << "\n" << result.getMessage();
    for (const Catch::MessageInfo &info : stats.infoMessages)
      text << "\n" << info.message;
    mc_fail(text.str().c_str());
  }
};
CATCH_REGISTER_LISTENER(mc_check_catch_)
} // namespace

static inline void mc_check_listen_(void) {}

#elif defined(CATCH_VERSION_MAJOR)
#error "#define CATCH_CONFIG_EXTERNAL_INTERFACES before <catch2/catch.hpp>: mcmini/test.h needs it"
#else

static inline void mc_check_listen_(void) {}

#endif

#endif // MCMINI_TEST_JSON_H
