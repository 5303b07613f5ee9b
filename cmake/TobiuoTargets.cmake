# What every target of this project shares: the standard, the warnings, the include root.

# tobiuo_target(NAME): C++20, full include paths from the root, warnings as errors, public headers
# that compile alone (target all_verify_interface_header_sets), no library linked but not used.
function(tobiuo_target name)
    target_compile_features(${name} PUBLIC cxx_std_20)
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF VERIFY_INTERFACE_HEADER_SETS ON)
    target_include_directories(${name} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tobiuo>)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wconversion -Werror
        # GCC 12 sees an overlap in `"text" + std::string` where there is none (GCC bug 105651).
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
        # The warnings are GCC's to judge: clang knows others by the same names.
        "$<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option;-Wno-sign-conversion>")
    target_link_options(${name} PRIVATE -Wl,--as-needed)
endfunction()

# compile_rooms_together(TARGET [ALONE FILE ...]): compiles the sources of each folder by eights, so
# that what their headers hold is instantiated once for eight files. Files whose names in unnamed
# namespaces are those of another file of the folder are named after ALONE, and so may be any other
# that does not compile beside its neighbours. Call it when all sources have been added.
function(compile_rooms_together target)
    if(NOT TOBIUO_TOGETHER)
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(IS_PREFIX PROJECT_SOURCE_DIR "${source}" is_ours)
        cmake_path(GET source FILENAME file)
        cmake_path(GET source PARENT_PATH folder)
        if(NOT is_ours OR file IN_LIST ARG_ALONE)
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
