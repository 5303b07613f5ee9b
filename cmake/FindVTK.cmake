# SPDX-License-Identifier: BSD-3-Clause
# Finds VTK: its own package if that is installed, or else the headers of Debian's libvtk9-dev that
# ./dev unpacked, with the run-time libraries of libvtk9.1. An installed libvtk9-dev requires
# python3-vtk9, which excludes Debian's ParaView.

find_package(VTK ${VTK_FIND_VERSION} QUIET CONFIG COMPONENTS ${VTK_FIND_COMPONENTS})
if(VTK_FOUND)
    return()
endif()

set(TOBIUO_UNPACKED ${PROJECT_SOURCE_DIR}/build/unpacked CACHE PATH
    "Where ./dev unpacks development packages that are not installed")
file(GLOB _vtk_headers ${TOBIUO_UNPACKED}/libvtk9-dev/usr/include/vtk-9.*)
if(NOT EXISTS "${_vtk_headers}/vtkVersionMacros.h")
    message(FATAL_ERROR
        "VTK ${VTK_FIND_VERSION} was not found (no package of CMake's, no headers in "
        "${TOBIUO_UNPACKED}): install libvtk9-dev, or let ./dev unpack its headers. "
        "${VTK_NOT_FOUND_MESSAGE}")
endif()
file(STRINGS ${_vtk_headers}/vtkVersionMacros.h _vtk_line REGEX "define VTK_VERSION ")
string(REGEX MATCH "([0-9]+\\.[0-9]+)\\.[0-9]+" VTK_VERSION "${_vtk_line}")
set(_vtk_series ${CMAKE_MATCH_1})

# Each module may use those before it.
set(_vtk_parts "")
set(_vtk_targets "")
foreach(_vtk_module IN ITEMS
        CommonCore CommonDataModel CommonExecutionModel IOCore IOXMLParser IOXML)
    set(_vtk_part VTK_${_vtk_module}_LIBRARY)
    find_library(${_vtk_part} libvtk${_vtk_module}-${_vtk_series}.so.1)
    list(APPEND _vtk_parts ${_vtk_part})
    add_library(VTK::${_vtk_module} SHARED IMPORTED)
    set_target_properties(VTK::${_vtk_module} PROPERTIES
        IMPORTED_LOCATION "${${_vtk_part}}"
        INTERFACE_INCLUDE_DIRECTORIES ${_vtk_headers}
        INTERFACE_LINK_LIBRARIES "${_vtk_targets}")
    list(APPEND _vtk_targets VTK::${_vtk_module})
endforeach()
mark_as_advanced(TOBIUO_UNPACKED ${_vtk_parts})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(VTK REQUIRED_VARS ${_vtk_parts} VERSION_VAR VTK_VERSION
    REASON_FAILURE_MESSAGE "install the libraries that belong to ${_vtk_headers}")
