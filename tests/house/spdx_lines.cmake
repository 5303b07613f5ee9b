# SPDX-License-Identifier: BSD-3-Clause
# Fails if a source file does not name its licence in its first line, or in the second behind `#!`:
# "SPDX-License-Identifier: BSD-3-Clause" as a comment. Cases in configs/ are examples to copy, and
# scripts of pages go into each page; they have none. Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/spdx.cmake)

# expect_mark(MARK ENDING ...): the files with these endings have the line behind MARK.
set(complaints "")
function(expect_mark mark)
    set(patterns "")
    foreach(tree IN ITEMS include runtime kernels solvers doors app studies tests cmake validation
            docs packaging)
        list(TRANSFORM ARGN PREPEND ${ROOT}/${tree}/ OUTPUT_VARIABLE of_tree)
        list(APPEND patterns ${of_tree})
    endforeach()
    if(mark STREQUAL "#")
        list(APPEND patterns ${ROOT}/packaging/*.yaml ${ROOT}/.github/*.yml)
    endif()
    file(GLOB_RECURSE files ${patterns})
    if(mark STREQUAL "#")
        list(APPEND files ${ROOT}/CMakeLists.txt ${ROOT}/dev ${ROOT}/.ci/run
            ${ROOT}/configs/CMakeLists.txt)
    endif()
    foreach(file IN LISTS files)
        head_of(${file})
        if(NOT spdx STREQUAL mark AND NOT file MATCHES "/tests/fuzz/corpus/")
            string(APPEND complaints "\n  ${file}")
        endif()
    endforeach()
    set(complaints "${complaints}" PARENT_SCOPE)
endfunction()

expect_mark("//" *.hpp *.cpp *.cuh *.cu *.h *.c *.cl *.cpp.in)
expect_mark("#" *.py *.cmake *.sh *.cmake.in CMakeLists.txt)
expect_mark("!" *.f90)
if(complaints)
    message(FATAL_ERROR "the first line, or the second behind #!, should be a comment with "
        "\"SPDX-License-Identifier: BSD-3-Clause\":${complaints}")
endif()
