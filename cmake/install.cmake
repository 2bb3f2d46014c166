# `cmake --install`, and the package that other projects find with find_package(mcmini).
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mcmini TYPE INCLUDE)
# lib/, also where Debian's multiarch would say otherwise: bin/ finds its sibling there.
install(TARGETS mcmini mcmini-runtime mcmini-preload
        RUNTIME DESTINATION bin ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(TARGETS mcmini-probe RUNTIME DESTINATION lib)
install(FILES ${sanitized_runtime} DESTINATION lib)

# The kinds of findings, as `mcmini explain` lists them.
file(STRINGS ${PROJECT_SOURCE_DIR}/runtime/findings.def MCMINI_KINDS REGEX "^MC_FINDING")
list(TRANSFORM MCMINI_KINDS REPLACE "^[^,]*, \"([a-z-]+)\",.*" "\\1")
list(JOIN MCMINI_KINDS " " MCMINI_KINDS)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/findings.def)
configure_package_config_file(cmake/mcmini-config.cmake.in mcmini-config.cmake
                              INSTALL_DESTINATION lib/cmake/mcmini)
write_basic_package_version_file(mcmini-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mcmini-config.cmake
              ${PROJECT_BINARY_DIR}/mcmini-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/mcmini-expect.cmake DESTINATION lib/cmake/mcmini)
configure_file(cmake/mcmini.pc.in mcmini.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mcmini.pc DESTINATION lib/pkgconfig)
