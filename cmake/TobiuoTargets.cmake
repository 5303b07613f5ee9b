# SPDX-License-Identifier: BSD-3-Clause
# The properties that all targets of this project share: standard, warnings, include root.

# How the loops over whole arrays are optimised, whatever the rest of a build is. Under sanitizers a
# compiler takes minutes for each of their files at -O3, checks the same at -O1, and cannot vectorise
# them all, of which clang warns.
set(TOBIUO_LOOPS -O3)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(TOBIUO_LOOPS -O1 $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)
endif()

# tobiuo_target(NAME): C++20, full include paths from the root, warnings as errors, no library that
# is linked but not used.
function(tobiuo_target name)
    target_compile_features(${name} PUBLIC cxx_std_20)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
    target_include_directories(${name} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wconversion -Werror
        # GCC 12 sees an overlap in `"text" + std::string` where there is none (GCC bug 105651).
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
        # GCC compiles faster where it does not look for memory to reuse, up to half a gigabyte.
        $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>
        # The warnings are those of GCC; clang has others of the same names.
        "$<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option;-Wno-sign-conversion>")
    target_link_options(${name} PRIVATE -Wl,--as-needed)
endfunction()

# tobiuo_public_headers(TARGET FILE ...): headers of include/tobiuo that are installed with the
# library and compile alone (target all_verify_interface_header_sets).
function(tobiuo_public_headers target)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/include/tobiuo/ OUTPUT_VARIABLE headers)
    target_sources(${target} PUBLIC
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# verify_internal_headers(TARGET [FOLDERS FOLDER ...] LIBRARY ...): all headers of this floor, and
# of the FOLDERS, compile alone, too, in a build with CUDA; they are not installed. LIBRARY ... are
# those whose headers they include.
function(verify_internal_headers target)
    cmake_parse_arguments(ARG "" "" "FOLDERS" ${ARGN})
    if(NOT TOBIUO_HAS_CUDA)
        return()
    endif()
    list(TRANSFORM ARG_FOLDERS APPEND "/*.hpp")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp ${ARG_FOLDERS})
    if(NOT TOBIUO_HAS_OPENCL)
        list(FILTER headers EXCLUDE REGEX "/opencl/")
    endif()
    add_library(${target}_internal INTERFACE)
    target_sources(${target}_internal INTERFACE
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
    target_link_libraries(${target}_internal INTERFACE ${target} ${ARG_UNPARSED_ARGUMENTS})
    set_target_properties(${target}_internal PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# soname_of(RESULT LIBRARY): the name by which programs load a shared library, "libcrypto.so.3";
# empty for a static one.
function(soname_of result library)
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE header ERROR_QUIET)
    string(REGEX MATCH "SONAME +([^ \n]+)" found "${header}")
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# link_by_soname(TARGET IMPORTED LIBRARY ...): the target is built with the headers of IMPORTED.
# Once installed it names each shared LIBRARY by its soname, as tobiuo::SONAME
# (tobiuoConfig.cmake.in), so that programs link with the packages for running it, without headers
# or CMake files of these libraries.
function(link_by_soname target imported)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${imported}>)
    foreach(library IN LISTS ARGN)
        soname_of(soname ${library})
        if(soname)
            set_property(TARGET ${target} APPEND PROPERTY TOBIUO_SONAMES ${soname})
            set(library tobiuo::${soname})
        endif()
        target_link_libraries(${target} PRIVATE $<INSTALL_INTERFACE:${library}>)
    endforeach()
endfunction()

# compile_rooms_together(TARGET [ALONE FILE ...]): compiles the sources of each folder in groups of
# eight, so that templates of their headers are instantiated once for a group. A file that defines,
# in its unnamed namespace, a name that another file of its group defines too is named after ALONE
# and compiled alone, and so is one that takes as long as a group. Call it after all sources are
# added.
function(compile_rooms_together target)
    if(NOT TOBIUO_TOGETHER)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${source}" is_ours)
        cmake_path(IS_PREFIX PROJECT_BINARY_DIR "${source}" is_generated)
        cmake_path(GET source FILENAME file)
        cmake_path(GET source PARENT_PATH folder)
        if(NOT is_ours OR is_generated OR file IN_LIST ARG_ALONE)
            continue()
        endif()
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE room)
        string(MAKE_C_IDENTIFIER "${room}" room)
        if(NOT DEFINED files_of_${room})
            set(files_of_${room} 0)
        endif()
        math(EXPR eight "${files_of_${room}} / 8")
        math(EXPR files_of_${room} "${files_of_${room}} + 1")
        set_source_files_properties(${source} TARGET_DIRECTORY ${target}
            PROPERTIES UNITY_GROUP ${room}_${eight})
    endforeach()
endfunction()
