# SPDX-License-Identifier: BSD-3-Clause
# The beginning of a source file: the line of its licence, and the first line behind it.

# head_of(FILE): sets `spdx`, the comment in front of the licence's name or nothing, and `first`, the
# line that follows `#!` and the licence.
macro(head_of file)
    file(READ ${file} head LIMIT 1000)
    string(REGEX MATCH "^#![^\n]*\n" interpreter "${head}")
    string(LENGTH "${interpreter}" length)
    string(SUBSTRING "${head}" ${length} -1 head)
    set(spdx "")
    if(head MATCHES "^(//|#|!) SPDX-License-Identifier: BSD-3-Clause\n")
        set(spdx "${CMAKE_MATCH_1}")
        string(LENGTH "${CMAKE_MATCH_0}" length)
        string(SUBSTRING "${head}" ${length} -1 head)
    endif()
    string(REGEX MATCH "^[^\n]*" first "${head}")
endmacro()
