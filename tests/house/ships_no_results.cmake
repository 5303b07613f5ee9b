# SPDX-License-Identifier: BSD-3-Clause
# Fails if results of runs in configs/ are installed or staged, or if a tracked case is not. Needs
# -DROOT=<source tree> -DSCRATCH=<folder to write in>.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${ROOT}/configs/CMakeLists.txt DESTINATION ${SCRATCH}/configs)
file(GLOB cases ${ROOT}/configs/*.yaml ${ROOT}/configs/*.csv ${ROOT}/configs/*.vti)
file(COPY ${cases} DESTINATION ${SCRATCH}/configs)
foreach(planted IN ITEMS mine.yaml out/mine/case.resolved.yaml out/mine/p.vti)
    file(WRITE ${SCRATCH}/configs/${planted} "# planted\n")
endforeach()
file(WRITE ${SCRATCH}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES NONE)
set(CMAKE_INSTALL_DATADIR share)
add_subdirectory(configs)
")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SCRATCH} -B ${SCRATCH}/build
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${SCRATCH}/build --component cases --prefix ${SCRATCH}/prefix
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE shipped RELATIVE ${SCRATCH}/prefix/share/tobiuo/configs ${SCRATCH}/prefix/*)
if(NOT "himeno-s.yaml" IN_LIST shipped)
    message(SEND_ERROR "himeno-s.yaml is not installed")
endif()
foreach(file IN LISTS shipped)
    if(file MATCHES "(^|/)mine\\.yaml$|(^|/)out/|case\\.resolved\\.yaml$")
        message(SEND_ERROR "a user's file is installed: ${file}")
    endif()
endforeach()

execute_process(COMMAND git -C ${ROOT} ls-files configs/*.yaml configs/*.csv
        configs/*.vti
    OUTPUT_VARIABLE tracked ERROR_QUIET RESULT_VARIABLE no_git)
if(NOT no_git AND tracked)
    string(REGEX MATCHALL "[^/\n]+\\.(yaml|csv|vti)" tracked "${tracked}")
    foreach(case IN LISTS tracked)
        if(NOT case IN_LIST shipped)
            message(SEND_ERROR "${case} is not installed: name it in configs/CMakeLists.txt")
        endif()
    endforeach()
endif()

# ./dev stage takes the cases from the same list.
file(READ ${ROOT}/cmake/stage.sh stage)
if(NOT stage MATCHES "--install [^\n]+ --component cases" OR stage MATCHES "cp -r [^\n]*/configs")
    message(SEND_ERROR "cmake/stage.sh does not take the cases that are installed")
endif()
