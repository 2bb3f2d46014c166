# `cmake --install`, and the package that other projects find with find_package(mcmini).
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mcmini TYPE INCLUDE)
# lib/, also where Debian's multiarch would say otherwise: bin/ finds its sibling there.
install(TARGETS mcmini mcmini-runtime mcmini-preload
        RUNTIME DESTINATION bin ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(TARGETS mcmini-probe RUNTIME DESTINATION lib)
install(FILES ${sanitized_runtime} DESTINATION lib)

# The pages of `mcmini explain`; the build tree looks like an installation.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/mcmini)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/docs/explain ${PROJECT_BINARY_DIR}/share/mcmini/explain SYMBOLIC)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/explain DESTINATION share/mcmini)

configure_package_config_file(cmake/mcmini-config.cmake.in mcmini-config.cmake
                              INSTALL_DESTINATION lib/cmake/mcmini)
write_basic_package_version_file(mcmini-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mcmini-config.cmake
              ${PROJECT_BINARY_DIR}/mcmini-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/mcmini-expect.cmake DESTINATION lib/cmake/mcmini)
configure_file(cmake/mcmini.pc.in mcmini.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mcmini.pc DESTINATION lib/pkgconfig)
