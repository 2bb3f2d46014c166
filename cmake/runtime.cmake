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
set(runtime_options -fno-stack-protector -fno-plt -fno-omit-frame-pointer
                    # __tls_get_addr is a sanitizer's, which makes calls
                    -ftls-model=initial-exec
                    # headers say that what a program may give is not null
                    -fno-delete-null-pointer-checks
                    -fexceptions) # once.c is thrown through
add_library(mcmini-objects OBJECT ${runtime_sources})
set_target_properties(mcmini-objects PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                C_VISIBILITY_PRESET hidden)
target_include_directories(mcmini-objects PRIVATE ${PROJECT_BINARY_DIR}/generated)
target_compile_options(mcmini-objects PRIVATE ${runtime_options})

# What every step goes through is optimised as one unit: a trace takes 4 to 8% less. Not so what puts
# memory back, which no compiler is to see through: runtime/snapshot and runtime/executor.
set(hot "(dpor|races|runtime/(schedule|memory|spinloop|detector|record|events)|primitives/(state|process|variable|mutex|thread|join))")
set(runtime_objects $<TARGET_OBJECTS:mcmini-objects>)
get_filename_component(compiler ${CMAKE_C_COMPILER} REALPATH)
get_filename_component(compiler ${compiler} DIRECTORY)
find_program(MCMINI_LLVM_LINK llvm-link PATHS ${compiler} NO_DEFAULT_PATH)
string(TOUPPER CMAKE_C_FLAGS_${CMAKE_BUILD_TYPE} flags_of_type)
separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS} ${${flags_of_type}}")
if(MCMINI_LLVM_LINK AND CMAKE_C_COMPILER_ID STREQUAL Clang AND CMAKE_BUILD_TYPE MATCHES "^Rel"
   AND NOT "${flags}" MATCHES "-fsanitize|-fprofile|--coverage|-flto")
  set(hot_unit ${PROJECT_BINARY_DIR}/generated/hot)
  foreach(source ${runtime_sources})
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    if(name MATCHES "^${hot}")
      list(APPEND hot_sources ${source})
    endif()
  endforeach()
  add_library(mcmini-hot OBJECT ${hot_sources})
  set_target_properties(mcmini-hot PROPERTIES POSITION_INDEPENDENT_CODE ON
                                              C_VISIBILITY_PRESET hidden)
  target_include_directories(mcmini-hot PRIVATE ${PROJECT_BINARY_DIR}/generated)
  target_compile_options(mcmini-hot PRIVATE ${runtime_options} -flto)
  add_custom_command(OUTPUT ${hot_unit}.o
                     COMMAND ${MCMINI_LLVM_LINK} $<TARGET_OBJECTS:mcmini-hot> -o ${hot_unit}.bc
                     COMMAND ${CMAKE_C_COMPILER} ${flags} -O3 -mllvm -inline-threshold=600 -fPIC
                             -fvisibility=hidden ${runtime_options} -c -x ir ${hot_unit}.bc
                             -o ${hot_unit}.o
                     DEPENDS mcmini-hot $<TARGET_OBJECTS:mcmini-hot>
                     COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(mcmini-hot-unit DEPENDS ${hot_unit}.o)
  set(runtime_objects "$<FILTER:$<TARGET_OBJECTS:mcmini-objects>,EXCLUDE,objects.dir/(./)?${hot}>"
                      ${hot_unit}.o)
  set_source_files_properties(${hot_unit}.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endif()

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
                   COMMAND ${CMAKE_LINKER} -r ${runtime_objects} -o ${runtime_parts}.o
                   COMMAND ${CMAKE_OBJCOPY} ${as_linked} ${runtime_parts}.o
                   COMMAND ${CMAKE_COMMAND} -E rm $<TARGET_FILE:mcmini-runtime>
                   COMMAND ${CMAKE_AR} rcs $<TARGET_FILE:mcmini-runtime> ${runtime_parts}.o
                   COMMAND_EXPAND_LISTS)
if(TARGET mcmini-hot-unit)
  add_dependencies(mcmini-runtime mcmini-hot-unit)
  set_target_properties(mcmini-runtime PROPERTIES LINK_DEPENDS ${hot_unit}.o)
endif()

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

add_library(mcmini-preload SHARED ${runtime_objects})
target_link_options(mcmini-preload PRIVATE LINKER:-z,now)
target_link_libraries(mcmini-preload PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
