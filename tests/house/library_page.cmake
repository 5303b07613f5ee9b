# SPDX-License-Identifier: BSD-3-Clause
# Fails unless each code block of docs/library.md that names a file ("```cpp NAME") is the text of
# that example but for the line of its licence, and each example is on the page. Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)

set(folder ${ROOT}/tests/house/consumer)
file(READ ${ROOT}/docs/library.md page)
file(GLOB examples RELATIVE ${folder} ${folder}/*.cpp)
foreach(example IN LISTS examples)
    file(READ ${folder}/${example} text)
    string(REPLACE "// SPDX-License-Identifier: BSD-3-Clause\n" "" text "${text}")
    string(FIND "${page}" "\n```cpp ${example}\n${text}```\n" place)
    if(place EQUAL -1)
        message(SEND_ERROR "docs/library.md does not show ${example} as it is: copy the file into "
            "its block, which starts with ```cpp ${example}")
    endif()
endforeach()

string(REGEX MATCHALL "```cpp [^\n]+" blocks "${page}")
foreach(block IN LISTS blocks)
    string(REPLACE "```cpp " "" name "${block}")
    if(NOT name IN_LIST examples)
        message(SEND_ERROR "docs/library.md names ${name}, which is no example: add it to "
            "${folder}")
    endif()
endforeach()
