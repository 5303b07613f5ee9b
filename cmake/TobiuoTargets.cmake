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
