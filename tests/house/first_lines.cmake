# SPDX-License-Identifier: BSD-3-Clause
# Fails if a file does not say in its first line what it is, behind `#!` and the line of its licence
# (spdx_lines.cmake). A source that starts with its own header has said it there; a CMakeLists.txt
# in its name. Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/spdx.cmake)

set(trees include runtime kernels solvers doors app studies tests cmake configs validation)
set(slash_patterns "")
set(hash_patterns "")
foreach(tree IN LISTS trees)
    foreach(ending hpp cpp cuh cu)
        list(APPEND slash_patterns ${ROOT}/${tree}/*.${ending})
    endforeach()
    foreach(ending cmake yaml sh py)
        list(APPEND hash_patterns ${ROOT}/${tree}/*.${ending})
    endforeach()
endforeach()

set(complaints "")
function(expect_start pattern)
    foreach(file IN LISTS ARGN)
        head_of(${file})
        get_filename_component(name ${file} NAME_WLE)
        if(NOT first MATCHES "^(${pattern}|#include [\"<].*/${name}\\.hpp[\">]$)")
            string(APPEND complaints "\n  ${file}: ${first}")
        endif()
    endforeach()
    set(complaints "${complaints}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE slash_files ${slash_patterns})
file(GLOB_RECURSE hash_files ${hash_patterns})
expect_start("// [^ ]" ${slash_files})
expect_start("(# |\"\"\")[^ ]" ${hash_files}
    ${ROOT}/CMakeLists.txt ${ROOT}/packages.txt ${ROOT}/dev ${ROOT}/.ci/run)
if(complaints)
    message(FATAL_ERROR
        "the first line should be a comment that says what the file is:${complaints}")
endif()
