# SPDX-License-Identifier: BSD-3-Clause
# The shipped cases of `bench whole`, embedded in the program. The file is included from app/,
# because a generated source belongs to the folder of its target.
foreach(case flow-taylor-green flow-rayleigh-benard poisson-vortices)
    set(case_file ${PROJECT_SOURCE_DIR}/configs/${case}.yaml)
    string(REPLACE "-" "_" case_function ${case}_yaml)
    set(case_source ${CMAKE_CURRENT_BINARY_DIR}/${case_function}.cpp)
    add_custom_command(OUTPUT ${case_source}
        COMMAND ${CMAKE_COMMAND} -DFILE=${case_file} -DOUTPUT=${case_source}
            -DHEADER=app/bench/whole/whole_cases.hpp -DFUNCTION=${case_function} -P ${embed_file}
        DEPENDS ${case_file} ${embed_file}
        COMMENT "Embedding ${case}.yaml"
        VERBATIM)
    target_sources(tobiuo_app PRIVATE ${case_source})
endforeach()
