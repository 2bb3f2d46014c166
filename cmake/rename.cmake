# cmake/rename.cmake - in `archive`, what it calls of the functions `wrapped` and does not define itself
# is renamed to __real_...; the names are written to `list`.
execute_process(COMMAND ${nm} --defined-only --format=posix ${archive}
                OUTPUT_VARIABLE defined COMMAND_ERROR_IS_FATAL ANY)
foreach(name IN LISTS wrapped)
  if(NOT defined MATCHES "\n${name} ")
    string(APPEND renamed "${name} __real_${name}\n")
  endif()
endforeach()
file(WRITE ${list} "${renamed}")
execute_process(COMMAND ${objcopy} ${options} --redefine-syms=${list} ${archive}
                COMMAND_ERROR_IS_FATAL ANY)
