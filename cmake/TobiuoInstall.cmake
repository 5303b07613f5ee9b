# What `cmake --install` puts where, and the package that find_package(tobiuo) finds.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tobiuo)

install(TARGETS tobiuo_kernels tobiuo_solvers EXPORT tobiuo_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tobiuo)
install(EXPORT tobiuo_targets NAMESPACE tobiuo:: FILE tobiuoTargets.cmake
    DESTINATION ${package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tobiuoConfig.cmake.in
    ${PROJECT_BINARY_DIR}/tobiuoConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tobiuoConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tobiuoConfig.cmake
    ${PROJECT_BINARY_DIR}/tobiuoConfigVersion.cmake
    ${CMAKE_CURRENT_LIST_DIR}/FindFFTW.cmake DESTINATION ${package_dir})

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/docs/third-party.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs DESTINATION ${CMAKE_INSTALL_DATADIR}/tobiuo)
