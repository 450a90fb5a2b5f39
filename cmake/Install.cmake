# Installs the library so that find_package(shoal) gives shoal::shoal, its headers, and the scenes.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/shoal)

install(TARGETS shoal EXPORT shoalTargets)
install(EXPORT shoalTargets NAMESPACE shoal:: DESTINATION ${package_folder})
install(DIRECTORY src/shoal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h PATTERN *.inl)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/shoal OPTIONAL)

configure_package_config_file(cmake/shoalConfig.cmake.in shoalConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may break its users.
write_basic_package_version_file(shoalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shoalConfig.cmake ${PROJECT_BINARY_DIR}/shoalConfigVersion.cmake
  DESTINATION ${package_folder})
