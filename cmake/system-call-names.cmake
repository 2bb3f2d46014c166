# The names of the system calls, for messages: system_call_names.def, from the kernel's own header.
find_path(MCMINI_ASM asm/unistd_64.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} REQUIRED)
file(STRINGS ${MCMINI_ASM}/asm/unistd_64.h numbers REGEX "^#define __NR_[a-z0-9_]+ [0-9]+$")
list(TRANSFORM numbers REPLACE "#define __NR_([a-z0-9_]+) ([0-9]+)" "MC_SYSTEM_CALL_NAME(\\1, \\2)")
list(JOIN numbers "\n" numbers)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/system_call_names.def CONTENT "${numbers}\n")
