# SPDX-License-Identifier: BSD-3-Clause
# Fails if app/ includes what the public classes of solvers and plans are made of: it solves and
# transforms through the headers of include/tobiuo/, and names the parts of the runtime (devices,
# memory, tables of tuned configurations), the tuning (tune/) and the checks of solutions. The
# exceptions are listed with their reasons; one that is not needed any more fails, too, so that the
# list only becomes shorter. Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)

set(insides_of_poisson "solvers/poisson/(program|engine|host|device|out_of_card|ranks)/")
set(insides_of_fft
    "kernels/fft/(device_plan|engine|compiled_passes|(host|schedule|ranks|kernel|pass)/)")
set(insides_of_opencl "kernels/opencl/fft/(fft_plan|engines|pass/|real/)")
set(insides_of_flow "solvers/flow/(stepper|flow_machine|box_tables)")

set(exceptions
    # FFTW as a peer, by the plans that our engine has of it.
    app/bench/peers/fftw.cpp app/bench/poisson/fftw_peer.cpp
    # Schedules that a benchmark gives to a plan by name, and plans in memory of the caller.
    app/bench/fft/device_plans.cpp app/bench/fft/testbeds.hpp
    # The stages of a flow without its solves.
    app/bench/flow/steppers.cpp
    # What is exchanged is predicted from the division of arrays.
    app/bench/scaling/fft_job.cpp)

set(complaints "")
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/app/*.[hc]pp)
foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} inside REGEX
        "^#include \"(${insides_of_poisson}|${insides_of_fft}|${insides_of_opencl}|${insides_of_flow})")
    list(FIND exceptions ${file} at)
    if(inside AND at EQUAL -1)
        string(APPEND complaints "\n  ${file}: ${inside}")
    elseif(NOT inside AND NOT at EQUAL -1)
        string(APPEND complaints "\n  ${file}: is listed and includes nothing of it any more: take "
            "it out of the list")
    endif()
    list(REMOVE_ITEM exceptions ${file})
endforeach()
foreach(file IN LISTS exceptions)
    string(APPEND complaints "\n  ${file}: is listed and is not there")
endforeach()

if(complaints)
    message(FATAL_ERROR "app/ solves through the public classes (poisson::Solver, "
        "DistributedSolver, flow::Solver, fft::Plan; tests/house/public_classes.cmake):"
        "${complaints}")
endif()
