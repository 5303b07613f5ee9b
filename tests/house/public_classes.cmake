# Fails if app/ includes what the public classes of solvers and plans are made of: it solves and
# transforms through the headers of include/tobiuo/, and names the parts of the runtime (devices,
# memory, tables of tuned configurations) and the checks of solutions. The exceptions are listed with
# their reasons; one that is not needed any more fails, too, so that the list only becomes shorter.
# Needs -DROOT=<source tree>.
cmake_minimum_required(VERSION 3.25)

set(insides_of_poisson "solvers/poisson/(program|engine|host|device|out_of_card|ranks)/")
set(insides_of_fft
    "kernels/fft/(device_plan|engine|compiled_passes|(host|schedule|tune|ranks|kernel|pass)/)")
set(insides_of_opencl "kernels/opencl/fft/(fft_plan|engines|tune/|pass/|real/)")
set(insides_of_flow "solvers/flow/(stepper|flow_machine|box_tables)")

set(exceptions
    # Benches measure parts of a plan or a solver, beside FFTW and the straight transform.
    app/bench/fft/bench_fft_out_of_card.cpp
    app/bench/fft/device_plans.cpp app/bench/fft/random_input.cpp
    app/bench/fft/testbeds.cpp app/bench/fft/testbeds.hpp app/bench/flow/steppers.cpp
    app/bench/options.hpp app/bench/poisson/fftw_peer.cpp app/bench/poisson/testbeds.cpp
    # What is exchanged is predicted from the division of arrays.
    app/bench/scaling/fft_job.cpp app/bench/scaling/poisson_job.cpp app/run/prediction.cpp
    # Tuning tries the passes of a solver or a plan one by one.
    app/tune/pass_commands.cpp app/tune/tune_passes.cpp app/tune/tune_passes.hpp)

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
