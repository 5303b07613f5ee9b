# SPDX-License-Identifier: BSD-3-Clause
# The Debian package that ./dev deb makes by CPack: program, library, headers, documents, cases and
# the Python package, under /usr.
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)

# What only the package has. Debian's Python looks there, and py3compile compiles it.
install(DIRECTORY doors/python/tobiuo DESTINATION lib/python3/dist-packages
    COMPONENT debian EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.py" PATTERN "py.typed"
    PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT debian EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.md")
install(FILES ${debian}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tobiuo)
set(CPACK_PACKAGE_CONTACT "the tobiuo authors <root@localhost>" CACHE STRING
    "Who makes the package, with an address")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "Poisson's equation, incompressible flows and Fourier transforms on GPUs")
set(CPACK_PACKAGE_DESCRIPTION
"The program solves cases that a YAML file describes, on NVIDIA GPUs, by
OpenCL or on CPUs, and writes fields that ParaView opens. The library has
the same solvers and its Fourier transforms for C++, C and Python.
.
A package that links FFTW is under the GPL, with which NVIDIA's runtime in
a build with CUDA does not go: see third-party.md before you pass it on.")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${PROJECT_BINARY_DIR};tobiuo;ALL;/" "${PROJECT_BINARY_DIR};tobiuo;debian;/")
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/prepare.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Other packages that link the library depend on this one.
get_target_property(abi_version tobiuo_c SOVERSION)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/debian/shlibs
    CONTENT "libtobiuo ${abi_version} tobiuo (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm ${debian}/triggers
    ${PROJECT_BINARY_DIR}/debian/shlibs)
# The program needs neither Python nor a launcher of ranks; apt installs them unless told not to.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-numpy, openmpi-bin")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "paraview, g++, cmake, pocl-opencl-icd")
include(CPack)
