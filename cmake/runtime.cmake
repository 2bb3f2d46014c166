# The runtime: what lives in the checked process. One set of objects, linked in two ways:
# libmcmini.a into instrumented programs, libmcmini-preload.so in front of all others.
#
# It interposes libc's functions and switches threads by itself: no stack protector, no sanitizer,
# nothing exported but what says so, no lazily bound symbol.
file(GLOB runtime_sources CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/dpor/*.c
     ${PROJECT_SOURCE_DIR}/dpor/sampling/*.c
     ${PROJECT_SOURCE_DIR}/dpor/explain/*.c
     ${PROJECT_SOURCE_DIR}/primitives/*.c
     ${PROJECT_SOURCE_DIR}/primitives/descriptors/*.c
     ${PROJECT_SOURCE_DIR}/races/*.c
     ${PROJECT_SOURCE_DIR}/runtime/*.c
     ${PROJECT_SOURCE_DIR}/runtime/*/*.c)
list(FILTER runtime_sources EXCLUDE REGEX "/runtime/(tsan|sanitized)/") # libraries of their own

# It decides whether the program's vector registers must be kept.
set_source_files_properties(${PROJECT_SOURCE_DIR}/runtime/foreign/patch_hook.c PROPERTIES
                            COMPILE_OPTIONS -mgeneral-regs-only)

include(${PROJECT_SOURCE_DIR}/cmake/system-call-names.cmake)
add_library(mcmini-objects OBJECT ${runtime_sources})
set_target_properties(mcmini-objects PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                C_VISIBILITY_PRESET hidden)
target_include_directories(mcmini-objects PRIVATE ${PROJECT_BINARY_DIR}/generated)
target_compile_options(mcmini-objects PRIVATE -fno-stack-protector -fno-plt
                                              -fno-omit-frame-pointer
                                              # __tls_get_addr is a sanitizer's, which makes calls
                                              -ftls-model=initial-exec
                                              # headers say that what a program may give is not null
                                              -fno-delete-null-pointer-checks
                                              -fexceptions) # once.c is thrown through

add_library(mcmini-runtime STATIC $<TARGET_OBJECTS:mcmini-objects>)
set_target_properties(mcmini-runtime PROPERTIES OUTPUT_NAME mcmini)
# In a program its code and its variables have sections of their own: user_site.c tells them from the
# program's. Debug information stays in libmcmini-preload.so, and libmcmini.a is one object: a program links
# in half the time without the one, and in two thirds of that with the other.
set(as_linked --rename-section .text=mc_runtime --rename-section .data=mc_runtime_data
              --rename-section .data.mc_trace=mc_runtime_data --rename-section .data.mc_kept=mc_runtime_data
              --rename-section .bss=mc_runtime_bss --rename-section .bss.mc_trace=mc_runtime_bss
              --rename-section .bss.mc_trace_table=mc_runtime_tables
              --rename-section .bss.mc_kept=mc_runtime_kept
              $<$<CONFIG:RelWithDebInfo>:--strip-debug>)
set(runtime_parts ${PROJECT_BINARY_DIR}/generated/libmcmini-parts.a)
add_custom_command(TARGET mcmini-runtime POST_BUILD
                   BYPRODUCTS ${runtime_parts}
                   COMMAND ${CMAKE_OBJCOPY} ${as_linked} $<TARGET_FILE:mcmini-runtime> ${runtime_parts}
                   COMMAND ${CMAKE_LINKER} -r --whole-archive ${runtime_parts} -o ${runtime_parts}.o
                   COMMAND ${CMAKE_COMMAND} -E rm $<TARGET_FILE:mcmini-runtime>
                   COMMAND ${CMAKE_AR} rcs $<TARGET_FILE:mcmini-runtime> ${runtime_parts}.o
                   COMMAND_EXPAND_LISTS)

set(sanitized_runtime ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libmcmini-sanitized.a)
set(make_sanitized ${PROJECT_SOURCE_DIR}/cmake/sanitized-runtime.sh)
add_library(mcmini-sanitized-memory OBJECT ${PROJECT_SOURCE_DIR}/runtime/sanitized/memory.c)
set_target_properties(mcmini-sanitized-memory PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                         C_VISIBILITY_PRESET hidden)
target_compile_options(mcmini-sanitized-memory PRIVATE -fno-stack-protector -fno-omit-frame-pointer)
add_custom_command(OUTPUT ${sanitized_runtime}
                   COMMAND ${make_sanitized} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${CMAKE_AR}
                           ${CMAKE_C_COMPILER} ${runtime_parts}
                           $<TARGET_OBJECTS:mcmini-sanitized-memory> ${sanitized_runtime}
                   DEPENDS mcmini-runtime mcmini-sanitized-memory ${make_sanitized} VERBATIM)
add_custom_target(mcmini-sanitized ALL DEPENDS ${sanitized_runtime})

add_library(mcmini-preload SHARED $<TARGET_OBJECTS:mcmini-objects>)
target_link_options(mcmini-preload PRIVATE LINKER:-z,now)
target_link_libraries(mcmini-preload PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
