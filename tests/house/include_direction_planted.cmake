# Checks the checker: each bad include, planted alone in a tree, must make include_direction fail,
# and a good tree must pass. Needs -DROOT=<source tree> -DSCRATCH=<folder to write in>.
cmake_minimum_required(VERSION 3.25)

# verdict_on(FILE LINE): the checker's exit status for a tree that holds this one file.
function(verdict_on file line)
    file(REMOVE_RECURSE ${SCRATCH})
    file(WRITE ${SCRATCH}/${file} "// planted\n#pragma once\n${line}\n")
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH}
            -P ${ROOT}/tests/house/include_direction.cmake
        RESULT_VARIABLE status ERROR_VARIABLE text)
    set(status ${status} PARENT_SCOPE)
endfunction()

function(expect_refused file line)
    verdict_on(${file} "${line}")
    if(status EQUAL 0)
        message(SEND_ERROR "not noticed: '${line}' in ${file}")
    endif()
endfunction()

function(expect_allowed file line)
    verdict_on(${file} "${line}")
    if(NOT status EQUAL 0)
        message(SEND_ERROR "wrongly refused: '${line}' in ${file}")
    endif()
endfunction()

expect_refused(kernels/a.hpp "#include \"solvers/grid.hpp\"")
expect_refused(kernels/deep/down/a.cuh "#  include \"app/errors.hpp\"")
expect_refused(kernels/a.cpp "#include \"../solvers/grid.hpp\"")
expect_refused(kernels/a.cpp "#include <spdlog/spdlog.h>")
expect_refused(solvers/a.cpp "#include \"app/case/case.hpp\"")
expect_refused(solvers/a.cpp "#include <yaml-cpp/yaml.h>")
expect_refused(solvers/a.cpp "#include <vtkImageData.h>")
expect_refused(solvers/a.hpp "#include <CLI/CLI.hpp>")
expect_refused(solvers/a.hpp "#include <nlohmann/json.hpp>")
expect_refused(app/a.cpp "#include \"tests/support/tolerance.hpp\"")
expect_refused(kernels/tuning/wisdom.hpp "#include <nlohmann/json.hpp>")
expect_refused(kernels/tuning/wisdom_json.cpp "#include <spdlog/spdlog.h>")

# Rooms of one floor.
expect_refused(kernels/fft/pass/a.hpp "#include \"kernels/fft/schedule/schedule.hpp\"")
expect_refused(kernels/fft/choose/a.cpp "#include \"kernels/fft/plan.hpp\"")
expect_refused(kernels/fft/problem.hpp "#include \"kernels/fft/butterfly/complex.hpp\"")
expect_refused(kernels/fft/plan.cpp "#include \"kernels/fft/tune/tune.hpp\"")
expect_refused(kernels/stencil/sweep.hpp "#include \"kernels/stencil/march/march.hpp\"")
expect_refused(kernels/device/a.cpp "#include \"kernels/fft/problem.hpp\"")
expect_refused(app/output/a.cpp "#include \"app/case/case.hpp\"")
expect_refused(app/run/poisson/a.cpp "#include \"app/cli/commands.hpp\"")
expect_allowed(kernels/fft/schedule/a.cpp "#include \"kernels/fft/pass/pass_form.hpp\"")
expect_allowed(kernels/fft/choose/a.cpp "#include \"kernels/fft/problem.hpp\"")
expect_allowed(kernels/fft/tune/a.cpp "#include \"kernels/fft/plan.hpp\"")
expect_allowed(kernels/stencil/march/a.cpp "#include \"kernels/stencil/sweep.hpp\"")
expect_allowed(app/output/report/a.cpp "#include \"app/case/case.hpp\"")
expect_allowed(app/cli/a.cpp "#include \"app/run/job.hpp\"")

expect_allowed(kernels/tuning/wisdom_json.cpp "#include <nlohmann/json.hpp>")
expect_allowed(kernels/stencil/a.cpp "#include \"kernels/stencil/shape.hpp\"")
expect_allowed(solvers/a.cpp "#include \"kernels/stencil/shape.hpp\"")
expect_allowed(app/a.cpp "#include \"solvers/grid.hpp\"")
expect_allowed(app/a.cpp "#include <vtkImageData.h>")
