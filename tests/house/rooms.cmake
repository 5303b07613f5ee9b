# SPDX-License-Identifier: BSD-3-Clause
# The rooms of each floor in the order in which they build on each other, the lowest first: a file
# includes files of its own room and of those before it. A name is the beginning of a path, and the
# longest one that fits a file is its room.
set(room_orders runtime kernels stencil fft opencl_fft poisson app studies)

set(rooms_of_runtime
    runtime/ runtime/device/ runtime/opencl/ runtime/device/backend. runtime/tuning/
    runtime/memory/ runtime/machine/ runtime/ranks/)

set(rooms_of_kernels
    kernels/ kernels/dense/ kernels/memory_study/ kernels/stencil/ kernels/opencl/stencil/ kernels/fft/
    kernels/opencl/fft/ kernels/tridiagonal/ kernels/opencl/tridiagonal/ kernels/peers/
    kernels/walls/ kernels/poisson/ kernels/flow/)

# The contract, the formula, a room for each family of kernels, their table, tuning.
set(rooms_of_stencil
    kernels/stencil/ kernels/stencil/reference/ kernels/stencil/blocked/ kernels/stencil/march/
    kernels/stencil/classic/ kernels/stencil/slab/ kernels/stencil/resident/
    kernels/stencil/registry/ kernels/stencil/tune/)

# The problem, butterflies, a block of threads, what a pass does, passes over real lines, FFTW on
# the host, kernels and their text, the configuration of a pass, the list of passes, plans,
# plans of arrays in host memory, plans of arrays on several ranks, what builds without CUDA lack,
# tuning.
set(rooms_of_fft
    kernels/fft/problem. kernels/fft/effort. kernels/fft/butterfly/ kernels/fft/block/ kernels/fft/pass/
    kernels/fft/real/ kernels/fft/host/ kernels/fft/kernel/ kernels/fft/choose/
    kernels/fft/schedule/ kernels/fft/ kernels/fft/out_of_card/ kernels/fft/ranks/
    kernels/fft/without_cuda. kernels/fft/tune/)

# What one pass does as text, passes over real lines, programs of passes and plans, tuning.
set(rooms_of_opencl_fft
    kernels/opencl/fft/pass/ kernels/opencl/fft/real/ kernels/opencl/fft/
    kernels/opencl/fft/tune/)

# The problem, one axis, solves with walls at zero on the CPU, the passes of devices, programs and
# what runs them on each machine, solves from host memory on a GPU, the contribution of walls, open ends
# of several axes, the steps of one of several ranks, the public solvers, those around bodies, with a
# variable coefficient, with mixed walls and of free space, the checks of a solution, solves as subjects
# of tuning.
set(rooms_of_poisson
    solvers/poisson/ solvers/poisson/axis/ solvers/poisson/dense/ solvers/poisson/host/
    solvers/poisson/device/
    solvers/poisson/program/ solvers/poisson/out_of_card/ solvers/poisson/walls/ solvers/poisson/open/
    solvers/poisson/ranks/ solvers/poisson/engine/ solvers/poisson/bodies/
    solvers/poisson/coefficient/ solvers/poisson/mixed/ solvers/poisson/free_space/
    solvers/poisson/check/ solvers/poisson/tune/)

set(rooms_of_app
    app/ app/input/ app/machine/ app/ranks/ app/output/ app/output/field/ app/output/picture/ app/output/html/
    app/case/yaml/ app/case/ app/output/report/ app/scaling/ app/run/ app/bench/ app/tune/
    app/cli/)

# What the studies have of kernels and plans stands below the program, their commands above it:
# schedules, probes, the papers' figures, the Himeno kernels one by one, the memory study.
set(rooms_of_studies
    studies/five_step/ studies/memory/probe/ solvers/ app/ studies/published/ studies/ladder/
    studies/memory/ studies/)

# level_of(LEVEL PATH ROOM ...): the position of PATH's room in the list, or nothing.
function(level_of level path)
    set(best "")
    set(longest 0)
    set(index 0)
    foreach(room IN LISTS ARGN)
        string(FIND ${path} ${room} at)
        string(LENGTH ${room} length)
        if(at EQUAL 0 AND length GREATER longest)
            set(best ${index})
            set(longest ${length})
        endif()
        math(EXPR index "${index} + 1")
    endforeach()
    set(${level} "${best}" PARENT_SCOPE)
endfunction()

# upward_includes(RESULT FILE INCLUDED ...): those of INCLUDED that lie above FILE's room.
function(upward_includes result file)
    set(upward "")
    foreach(order IN LISTS room_orders)
        level_of(own ${file} ${rooms_of_${order}})
        if(own STREQUAL "")
            continue()
        endif()
        foreach(included IN LISTS ARGN)
            level_of(other ${included} ${rooms_of_${order}})
            if(NOT other STREQUAL "" AND other GREATER own)
                list(APPEND upward ${included})
            endif()
        endforeach()
    endforeach()
    set(${result} "${upward}" PARENT_SCOPE)
endfunction()
