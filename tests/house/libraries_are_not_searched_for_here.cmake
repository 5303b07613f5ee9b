# SPDX-License-Identifier: BSD-3-Clause
# Fails if a program looks for its libraries in the current folder, where anybody may have put one:
# an empty entry of its list of folders means that. Needs -DREADELF=<program>
# -DPROGRAMS=<program>,<program>,...
cmake_minimum_required(VERSION 3.25)

string(REPLACE "," ";" programs "${PROGRAMS}")
foreach(program IN LISTS programs)
    execute_process(COMMAND ${READELF} --dynamic --wide ${program}
        OUTPUT_VARIABLE dynamic RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${READELF} cannot read ${program}")
    endif()
    if(dynamic MATCHES "R(UN)?PATH[^\n]*(\\[:|::|:\\]|\\[\\])")
        message(FATAL_ERROR "${program} looks for libraries in the current folder:\n"
            "${CMAKE_MATCH_0}")
    endif()
endforeach()
