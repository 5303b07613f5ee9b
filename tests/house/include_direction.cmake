# SPDX-License-Identifier: BSD-3-Clause
# Fails if an #include points up the house: studies -> app -> solvers -> kernels -> runtime ->
# include/tobiuo is the only direction, the rooms of a floor have an order (rooms.cmake), only app/
# and studies/ may name the libraries of files, logs and command lines, the public headers name the
# standard library and each other, and doors/ names the public headers.
# Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/rooms.cmake)

set(app_libraries "yaml-cpp/|vtk|spdlog/|CLI/|nlohmann/")
set(forbidden_in_include
    "(runtime|kernels|solvers|app|studies|tests)/|cuda|nvrtc|fftw|omp\\.h|${app_libraries}")
set(forbidden_in_runtime
    "tobiuo/(fft|grid|poisson)|(kernels|solvers|app|studies|tests)/|fftw|${app_libraries}")
set(forbidden_in_kernels "tobiuo/(grid|poisson)|(solvers|app|studies|tests)/|${app_libraries}")
set(forbidden_in_solvers "(app|studies|tests)/|${app_libraries}")
set(forbidden_in_doors
    "(runtime|kernels|solvers|app|studies|tests)/|cuda|nvrtc|fftw|${app_libraries}")
set(forbidden_in_app "(studies|tests)/")
set(forbidden_in_studies "tests/")

# The one exception: wisdom is a JSON file of the library, also for programs without app/.
set(wisdom_text runtime/tuning/wisdom_json.cpp)

set(complaints "")
foreach(floor include runtime kernels solvers doors app studies)
    file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${floor}/*.[hc]pp ${ROOT}/${floor}/*.h
        ${ROOT}/${floor}/*.cu ${ROOT}/${floor}/*.cuh ${ROOT}/${floor}/*.in)
    foreach(file IN LISTS files)
        file(STRINGS ${ROOT}/${file} arrows
            REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"](\\.\\./)*(${forbidden_in_${floor}})")
        if(file STREQUAL wisdom_text)
            list(FILTER arrows EXCLUDE REGEX "<nlohmann/json.hpp>")
        endif()
        foreach(arrow IN LISTS arrows)
            string(APPEND complaints "\n  ${file}: ${arrow}")
        endforeach()
        file(STRINGS ${ROOT}/${file} includes
            REGEX "^[ \t]*#[ \t]*include[ \t]*\"(runtime|kernels|solvers|app|studies)/")
        list(TRANSFORM includes REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1")
        upward_includes(upward ${file} ${includes})
        foreach(included IN LISTS upward)
            string(APPEND complaints "\n  ${file}: ${included} is in a room above it")
        endforeach()
    endforeach()
endforeach()

if(complaints)
    message(FATAL_ERROR "includes that point up (include/tobiuo/ knows only itself, runtime/ not "
        "its transforms, kernels/ not its solvers, doors/ nothing but it, app/ not studies/; only "
        "these two name yaml-cpp, VTK, spdlog, CLI11 and nlohmann-json; tests/house/rooms.cmake "
        "gives the order of the rooms):${complaints}")
endif()
