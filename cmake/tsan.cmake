# lib/mcmini-tsan/: what `mcmini-cc --from-tsan` links, in place of ThreadSanitizer's runtime.
#
#   libmcmini.a                      our runtime and the functions that -fsanitize=thread calls
#   wrap                             options of the linker: calls of C library functions that read or
#                                    write memory come to us (runtime/tsan/calls.def), those of
#                                    libatomic for objects of any size, and those that change what the
#                                    C++ library keeps for all threads
#   rust-gcc                         what rustc calls to link: it cannot name the first argument
#   libtsan.a, libtsan_preinit.o     empty: what gcc finds (-B) instead of its own
#
# --wrap counts for the objects of our archive too. So what these call of the C library is renamed
# to __real_..., which the linker leaves alone; but for what we interpose ourselves.
file(GLOB tsan_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/tsan/*.c)
add_library(mcmini-tsan-objects OBJECT ${tsan_sources})
set_target_properties(mcmini-tsan-objects PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                     C_VISIBILITY_PRESET hidden)
target_compile_options(mcmini-tsan-objects PRIVATE -fno-stack-protector -fno-plt -fno-builtin
                                                   -fno-omit-frame-pointer -fexceptions)
set_source_files_properties(${PROJECT_SOURCE_DIR}/runtime/tsan/atomics.c
                            PROPERTIES COMPILE_OPTIONS -mcx16) # cmpxchg16b

file(STRINGS ${PROJECT_SOURCE_DIR}/runtime/tsan/calls.def wrapped
     REGEX "^MC_(CALL|PROCEDURE|PRINTER|SCANNER)[0-9]*\\(")
list(TRANSFORM wrapped REPLACE "^MC_CALL[0-9]\\([^,]*, ([a-zA-Z0-9_]+),.*" "\\1")
list(TRANSFORM wrapped REPLACE "^MC_(PROCEDURE[0-9]|PRINTER|SCANNER)\\(([a-zA-Z0-9_]+),.*" "\\2")
file(STRINGS ${PROJECT_SOURCE_DIR}/include/mcmini/library_state.def state REGEX "^MC_")
list(TRANSFORM state REPLACE ".*, ([a-zA-Z0-9_]+), [0-9]\\)" "\\1")
list(TRANSFORM state REPLACE "^MC_LIBRARY_CALL\\(([a-zA-Z0-9_]+)\\).*" "\\1")
list(APPEND wrapped ${state} __atomic_load __atomic_store __atomic_exchange __atomic_compare_exchange)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/runtime/tsan/calls.def
             ${PROJECT_SOURCE_DIR}/include/mcmini/library_state.def)

set(tsan_folder ${PROJECT_BINARY_DIR}/lib/mcmini-tsan)
list(TRANSFORM wrapped PREPEND "-Wl,--wrap=" OUTPUT_VARIABLE options)
list(JOIN options "\n" options)
string(APPEND options "\n-Wl,--push-state,--no-as-needed\n-lm\n-Wl,--pop-state") # what stands in for its functions
file(CONFIGURE OUTPUT ${tsan_folder}/wrap CONTENT "${options}\n")

add_library(mcmini-tsan STATIC $<TARGET_OBJECTS:mcmini-objects>
                               $<TARGET_OBJECTS:mcmini-tsan-objects>)
set_target_properties(mcmini-tsan PROPERTIES OUTPUT_NAME mcmini
                                             ARCHIVE_OUTPUT_DIRECTORY ${tsan_folder})
add_custom_command(TARGET mcmini-tsan POST_BUILD
                   COMMAND ${CMAKE_COMMAND} -D nm=${CMAKE_NM} -D objcopy=${CMAKE_OBJCOPY}
                           -D "options=${as_linked}" -D "wrapped=${wrapped}"
                           -D archive=$<TARGET_FILE:mcmini-tsan>
                           -D list=${PROJECT_BINARY_DIR}/generated/tsan_renamed
                           -P ${PROJECT_SOURCE_DIR}/cmake/rename.cmake
                   VERBATIM)

file(CONFIGURE OUTPUT ${tsan_folder}/rust-gcc @ONLY
     CONTENT "#!/bin/sh\nexec \"\${0%/lib/mcmini-tsan/*}/bin/mcmini-cc\" --from-tsan \"$@\"\n")
file(CHMOD ${tsan_folder}/rust-gcc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
                                               GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(CONFIGURE OUTPUT ${tsan_folder}/libtsan.a CONTENT "!<arch>\n")
add_custom_command(OUTPUT ${tsan_folder}/libtsan_preinit.o
                   COMMAND ${CMAKE_C_COMPILER} -x c -c /dev/null -o ${tsan_folder}/libtsan_preinit.o
                   VERBATIM)
add_custom_target(mcmini-tsan-empty ALL DEPENDS ${tsan_folder}/libtsan_preinit.o)
install(DIRECTORY ${tsan_folder} DESTINATION lib USE_SOURCE_PERMISSIONS)
