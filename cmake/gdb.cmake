# mcmini-gdb: the script in bin/, what GDB loads in lib/mcmini-gdb/.
set(gdb_modules commands.py mcmini_debugger.py mcmini_state.py)
configure_file(gdb/mcmini-gdb ${PROJECT_BINARY_DIR}/bin/mcmini-gdb COPYONLY)
foreach(module IN LISTS gdb_modules)
  configure_file(gdb/${module} ${PROJECT_BINARY_DIR}/lib/mcmini-gdb/${module} COPYONLY)
endforeach()
list(TRANSFORM gdb_modules PREPEND gdb/)
install(PROGRAMS gdb/mcmini-gdb DESTINATION bin)
install(FILES ${gdb_modules} DESTINATION lib/mcmini-gdb)
