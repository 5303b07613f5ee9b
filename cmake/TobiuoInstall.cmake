# SPDX-License-Identifier: BSD-3-Clause
# The rules of `cmake --install`, and the package that find_package(tobiuo) finds.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tobiuo)

# The header that a program compiles with its own MPI, which the library does not know.
install(FILES ${PROJECT_SOURCE_DIR}/include/tobiuo/mpi.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tobiuo)

# Each component has a file of targets, so that a program with transforms alone does not need the
# solvers' libraries.
foreach(component IN ITEMS kernels solvers)
    install(TARGETS tobiuo_${component} EXPORT tobiuo_${component}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT tobiuo_${component} NAMESPACE tobiuo:: FILE tobiuo-${component}.cmake
        DESTINATION ${package_dir})
    get_property(sonames_of_${component} TARGET tobiuo_${component} PROPERTY TOBIUO_SONAMES)
endforeach()

# The CUDA runtime that the kernels call is installed too (docs/third-party.md), so that programs
# link, and run on the CPU, on machines without a CUDA toolkit.
set(cudart_place "")
if(TOBIUO_HAS_CUDA)
    set(cudart_place ${CMAKE_INSTALL_LIBDIR}/tobiuo)
    install(FILES $<TARGET_FILE:CUDA::cudart_static> DESTINATION ${cudart_place})
    get_target_property(cudart_file CUDA::cudart_static LOCATION)
    cmake_path(GET cudart_file FILENAME cudart_file)
    string(APPEND cudart_place /${cudart_file})
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tobiuoConfig.cmake.in
    ${PROJECT_BINARY_DIR}/tobiuoConfig.cmake INSTALL_DESTINATION ${package_dir}
    PATH_VARS cudart_place)
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tobiuoConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tobiuoConfig.cmake
    ${PROJECT_BINARY_DIR}/tobiuoConfigVersion.cmake DESTINATION ${package_dir})

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/docs/library.md
    ${PROJECT_SOURCE_DIR}/docs/c.md ${PROJECT_SOURCE_DIR}/docs/python.md
    ${PROJECT_SOURCE_DIR}/docs/opencl.md ${PROJECT_SOURCE_DIR}/docs/third-party.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(${PROJECT_SOURCE_DIR}/tests/house/consumer/examples.cmake)
list(TRANSFORM tobiuo_examples PREPEND ${PROJECT_SOURCE_DIR}/tests/house/consumer/)
install(FILES ${tobiuo_examples} DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
