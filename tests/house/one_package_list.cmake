# SPDX-License-Identifier: BSD-3-Clause
# Fails if ./dev does not read packages.txt or names a package itself, or if the case that every
# page tells a newcomer to run is not there. Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/dev dev)
file(STRINGS ${ROOT}/packages.txt rows REGEX "^[^#]")
if(NOT rows)
    message(FATAL_ERROR "packages.txt lists no package")
endif()
if(NOT dev MATCHES "/packages\\.txt")
    message(FATAL_ERROR "./dev does not read packages.txt")
endif()

foreach(row IN LISTS rows)
    if(NOT row MATCHES "^([a-z0-9.+-]+)( +(build|unpack|test|stage|python|deb|format|lint|sanitize|docs))+$")
        message(SEND_ERROR "packages.txt: want a package and what needs it: ${row}")
    endif()
    set(package ${CMAKE_MATCH_1})
    if(package MATCHES "-dev$")
        string(FIND "${dev}" ${package} place)
        if(NOT place EQUAL -1)
            message(SEND_ERROR "./dev names ${package}: packages.txt is the only list")
        endif()
    endif()
endforeach()

if(NOT EXISTS ${ROOT}/configs/himeno-s.yaml)
    message(SEND_ERROR "configs/himeno-s.yaml is gone; ./dev help and the README name it")
endif()
