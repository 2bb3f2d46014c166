// driver/manual/completion.c - completions of the commands for bash, zsh and fish. Each is a table
// of options, made here, and some fixed lines that use it.
#include "tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What may stand behind an option.
enum value { NO_VALUE, WORDS, FILES, FOLDERS, ANYTHING };

static enum value value_of(const struct table_option *option) {
  const char *argument = option->argument;
  if (!argument)
    return NO_VALUE;
  if (option->is_choice)
    return WORDS;
  return !strcmp(argument, "DIR") ? FOLDERS : strstr(argument, "FILE") ? FILES : ANYTHING;
}

/// In single quotes of a shell; characters of `special` get a backslash.
static void print_quoted(const char *text, const char *special) {
  for (; *text; text++)
    if (*text == '\'')
      fputs("'\\''", stdout);
    else
      printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
}

/// Up to where a sentence or clause ends: completions show one line.
static void print_short(const char *help, const char *special) {
  char *text = strndup(help, strcspn(help, ";:."));
  print_quoted(text, special);
  free(text);
}

static void print_kinds(void) {
  for (unsigned i = 0; i < table_kinds; i++)
    printf("%s%s", i ? " " : "", table_kind[i]);
}

static void print_commands(void) {
  for (unsigned i = 0; i < table_commands; i++)
    printf("%s%s", i ? " " : "", table_command[i].name);
}

//===- bash -----------------------------------------------------------------------------------===//

static void print_bash_options(const struct table_option *option, unsigned count,
                               bool beside_search) {
  for (unsigned i = 0; i < count; i++)
    if (!beside_search || !option[i].is_search)
      printf(" --%s%s", option[i].name,
             option[i].argument && *option[i].argument != '[' ? "=" : "");
}

static void print_bash_values(void) {
  for (unsigned i = 0; i < table_options; i++) {
    const struct table_option *option = &table_option[i];
    if (value_of(option) == WORDS) {
      char *words = table_words(option, " ");
      printf("  --%s) COMPREPLY=($(compgen -W '%s' -- \"$1\")) ;;\n", option->name, words);
      free(words);
    } else if (value_of(option) >= FILES) {
      const char *action = value_of(option) == FILES     ? "-f"
                           : value_of(option) == FOLDERS ? "-d"
                                                         : "-W ''";
      printf("  --%s) COMPREPLY=($(compgen %s -- \"$1\")) ;;\n", option->name, action);
    }
  }
}

void write_bash(void) {
  puts(
      "# bash completion of mcmini, mcmini-gdb, mcmini-cc and mcmini-c++: made at build time from\n"
      "# driver/options.def, driver/choices.def and driver/commands.def.\n"
      "\n"
      "# What may stand behind the option $2; false: nothing does.\n"
      "_mcmini_value() {\n"
      "  case $2 in");
  print_bash_values();
  fputs("  *) return 1 ;;\n"
        "  esac\n"
        "}\n"
        "\n"
        "_mcmini() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} option= command= place=first at before i\n"
        "  local commands='",
        stdout);
  print_commands();
  fputs("'\n  local all='", stdout);
  print_bash_options(table_option, table_options, false);
  fputs("'\n  local others='", stdout);
  print_bash_options(table_option, table_options, true);
  fputs("'\n  local kinds='", stdout);
  print_kinds();
  puts("'\n"
       "  COMPREPLY=()\n"
       "  # bash takes --name=value apart: \"--name\", \"=\", \"value\"\n"
       "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
       "    at=${COMP_WORDS[i]} before=${COMP_WORDS[i - 1]}\n"
       "    if [[ $at == = || $before == = || ( $before == --?* && $all == *\" $before=\"* ) ]]; "
       "then continue; fi\n"
       "    case $place,$at in\n"
       "    *,--) place=program ;;\n"
       "    *,-*) ;;\n"
       "    first,*) if [[ \" $commands \" == *\" $at \"* ]]; then command=$at place=word; else "
       "place=rest; fi ;;\n"
       "    word,*) if [[ $command == doctor ]]; then place=rest; else place=program; fi ;;\n"
       "    program,*) place=rest ;;\n"
       "    esac\n"
       "    [[ $place != rest ]] || break\n"
       "  done\n"
       "  compopt -o nospace 2>/dev/null\n"
       "  before=${COMP_WORDS[COMP_CWORD - 1]}\n"
       "  if [[ $place == rest ]]; then # of the program\n"
       "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
       "    compopt +o nospace -o filenames 2>/dev/null\n"
       "    return\n"
       "  fi\n"
       "  if [[ $word == = ]]; then option=$before word=\n"
       "  elif [[ $before == = ]]; then option=${COMP_WORDS[COMP_CWORD - 2]}\n"
       "  elif [[ $before == --?* && $all == *\" $before=\"* ]]; then option=$before\n"
       "  fi\n"
       "  if [[ $option ]] && _mcmini_value \"$word\" \"$option\"; then\n"
       "    compopt +o nospace -o filenames 2>/dev/null\n"
       "  elif [[ $word == -* ]]; then\n"
       "    [[ ! $command ]] || all=$others\n"
       "    COMPREPLY=($(compgen -W \"$all\" -- \"$word\"))\n"
       "    [[ ${COMPREPLY[0]} == *= ]] || compopt +o nospace 2>/dev/null\n"
       "  else\n"
       "    compopt +o nospace -o filenames 2>/dev/null\n"
       "    case $place,$command in\n"
       "    first,*) COMPREPLY=($(compgen -W \"$commands\" -- \"$word\") $(compgen -f -- "
       "\"$word\")) ;;\n"
       "    word,explain) COMPREPLY=($(compgen -W \"$kinds\" -- \"$word\")) ;;\n"
       "    word,replay) COMPREPLY=($(compgen -f -X '!*.trace' -- \"$word\") $(compgen -d -- "
       "\"$word\")) ;;\n"
       "    *) [[ $command == explain ]] || COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
       "    esac\n"
       "  fi\n"
       "}\n"
       "\n"
       "_mcmini_cc() {\n"
       "  local word=${COMP_WORDS[COMP_CWORD]}\n"
       "  COMPREPLY=()");
  fputs("  [[ $word != --* ]] || COMPREPLY=($(compgen -W '", stdout);
  print_bash_options(wrapper_option, wrapper_options, false);
  puts("' -- \"$word\"))\n"
       "  [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
       "}\n"
       "\n"
       "complete -F _mcmini mcmini mcmini-gdb\n"
       "complete -o default -F _mcmini_cc mcmini-cc mcmini-c++");
}

//===- zsh ------------------------------------------------------------------------------------===//

static void print_zsh_option(const struct table_option *option) {
  static const char *const special = "[]:\\";
  const enum value value = value_of(option);
  fputs("    ", stdout);
  if (option->letter)
    printf("'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter, option->name);
  else
    printf("'--%s%s[", option->name, value ? "=" : "");
  print_short(option->help, special);
  putchar(']');
  if (value == WORDS) {
    char *words = table_words(option, " ");
    printf(":%s:(%s)", option->name, words);
    free(words);
  } else if (value) {
    printf(":%s:%s", option->argument,
           value == FILES     ? "_files"
           : value == FOLDERS ? "_files -/"
                              : " ");
  }
  puts("' \\");
}

void write_zsh(void) {
  puts("#compdef mcmini mcmini-gdb\n"
       "# zsh completion of mcmini: made at build time from driver/options.def, driver/choices.def "
       "and\n"
       "# driver/commands.def.\n"
       "\n"
       "_mcmini_first() {\n"
       "  local -a commands=(");
  for (unsigned i = 0; i < table_commands; i++) {
    printf("    '%s:", table_command[i].name);
    print_short(table_command[i].help, ":");
    puts("'");
  }
  puts("  )\n"
       "  _describe command commands\n"
       "  _files\n"
       "}\n"
       "\n"
       "_mcmini_rest() {\n"
       "  case $words[1] in\n"
       "  explain)\n"
       "    (( CURRENT == 2 )) && compadd -- \\");
  fputs("      ", stdout);
  print_kinds();
  puts("\n"
       "    ;;\n"
       "  replay) if (( CURRENT == 2 )); then _files -g '*.trace'; else _files; fi ;;\n"
       "  *) _files ;;\n"
       "  esac\n"
       "}\n"
       "\n"
       "_mcmini() {\n"
       "  _arguments -S -A '-*' \\");
  for (unsigned i = 0; i < table_options; i++)
    print_zsh_option(&table_option[i]);
  puts("    '1:program or command:_mcmini_first' \\\n"
       "    '*::argument:_mcmini_rest'\n"
       "}\n"
       "\n"
       "_mcmini \"$@\"");
}

//===- fish -----------------------------------------------------------------------------------===//

static void print_fish_option(const char *command, const struct table_option *option) {
  const enum value value = value_of(option);
  printf("complete -c %s", command);
  if (option->letter)
    printf(" -s %c", option->letter);
  printf(" -l %s", option->name);
  if (value == WORDS) {
    char *words = table_words(option, " ");
    printf(" -x -a '%s'", words);
    free(words);
  } else if (value == FOLDERS) {
    fputs(" -x -a '(__fish_complete_directories)'", stdout);
  } else if (value && *option->argument != '[') {
    fputs(value == FILES ? " -r" : " -x", stdout);
  }
  fputs(" -d '", stdout);
  print_short(option->help, "\\");
  puts("'");
}

void write_fish(void) {
  puts("# fish completion of mcmini: made at build time from driver/options.def, "
       "driver/choices.def and\n"
       "# driver/commands.def.");
  for (unsigned i = 0; i < table_options; i++)
    print_fish_option("mcmini", &table_option[i]);
  for (unsigned i = 0; i < table_commands; i++) {
    printf("complete -c mcmini -n __fish_use_subcommand -a %s -d '", table_command[i].name);
    print_short(table_command[i].help, "\\");
    puts("'");
  }
  fputs("complete -c mcmini -n '__fish_seen_subcommand_from explain' -f -a '", stdout);
  print_kinds();
  puts("'");
  for (unsigned i = 0; i < wrapper_options; i++)
    print_fish_option("mcmini-cc", &wrapper_option[i]);
  puts("complete -c mcmini-c++ -w mcmini-cc\ncomplete -c mcmini-gdb -w mcmini");
}
