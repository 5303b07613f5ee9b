// SPDX-License-Identifier: BSD-3-Clause
// The gradients of steps of a flow of the C interface.
#include <tobiuo/flow/adjoint.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "doors/c/boundary.hpp"
#include "doors/c/flow_problem.hpp"
#include "doors/c/flow_solver.hpp"

struct tobiuo_flow_adjoint {
    tobiuo::flow::Adjoint adjoint;
    std::string description;
    std::optional<tobiuo::flow::AdjointGradients> gradients = {};
};

namespace tobiuo::c_door {
namespace {

int as_int(std::int64_t value, const char* name)
{
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
        throw std::invalid_argument{std::string{name} + " is " + std::to_string(value) +
                                    ", which no int holds: give a smaller number"};
    }
    return static_cast<int>(value);
}

/// Calls `call` with a null pointer of the type of the states.
template <typename Call>
void in_precision(const tobiuo_flow_adjoint* adjoint, const Call& call)
{
    if (adjoint->adjoint.problem().precision == Precision::fp64) {
        call(static_cast<double*>(nullptr));
    } else {
        call(static_cast<float*>(nullptr));
    }
}

void require_state(const tobiuo_flow_adjoint* adjoint, std::int64_t count)
{
    require(adjoint, "adjoint");
    require_size(count, adjoint->adjoint.state_values(), "state", "values");
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;
using tobiuo::Stream;

int tobiuo_flow_adjoint_create(const tobiuo_flow_solver* solver, double time_step, int64_t steps,
                               int64_t steps_between, int64_t states_on_device,
                               const tobiuo_options* options, tobiuo_flow_adjoint** adjoint)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        *adjoint = nullptr;
        c_door::require(solver, "solver");
        if (solver->ranks != nullptr) {
            throw std::invalid_argument{
                "gradients were asked for of a flow on the ranks of a communicator (one process "
                "goes backwards through its steps): make a solver without ranks"};
        }
        auto of_solver = c_door::options_of<tobiuo::flow::SolverOptions>(options);
        of_solver.backend = solver->solver.backend();
        tobiuo::flow::Adjoint made{
            solver->solver.problem(),
            time_step,
            c_door::as_int(steps, "steps"),
            {.solver = of_solver,
             .steps_between = c_door::as_int(steps_between, "steps_between"),
             .states_on_device = c_door::as_int(states_on_device, "states_on_device")}};
        std::string description = "gradients of " + std::to_string(steps) + " steps of a " +
                                  tobiuo::flow::describe(made.problem());
        *adjoint = new tobiuo_flow_adjoint{std::move(made), std::move(description)};
    });
}

int tobiuo_flow_adjoint_set_numbers(tobiuo_flow_adjoint* adjoint,
                                    const tobiuo_flow_problem* problem, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(problem, "problem");
        adjoint->adjoint.set_inputs(
            tobiuo::flow::adjoint_inputs(c_door::flow_problem_of(*problem, nullptr)),
            static_cast<Stream>(stream));
    });
}

int tobiuo_flow_adjoint_advance(tobiuo_flow_adjoint* adjoint, const void* state, int projects,
                                void* end, int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_state(adjoint, count);
        using tobiuo::flow::Begin;
        const auto begin =
            c_door::chosen<Begin, 2>(projects, std::array{Begin::resume, Begin::start}, "projects");
        c_door::in_precision(adjoint, [&]<typename Real>(Real*) {
            adjoint->adjoint.advance(static_cast<const Real*>(state), begin,
                                     static_cast<Real*>(end), static_cast<Stream>(stream));
        });
    });
}

int tobiuo_flow_adjoint_backward(tobiuo_flow_adjoint* adjoint, const void* by_end, void* by_state,
                                 int64_t count, void* stream)
{
    return c_door::guarded([&] {
        c_door::require_state(adjoint, count);
        adjoint->gradients.reset();
        c_door::in_precision(adjoint, [&]<typename Real>(Real*) {
            adjoint->adjoint.backward(static_cast<const Real*>(by_end),
                                      static_cast<Real*>(by_state), static_cast<Stream>(stream));
        });
    });
}

int tobiuo_flow_adjoint_gradients_and_wait(tobiuo_flow_adjoint* adjoint, double force[3],
                                           double* viscosity, double* diffusivity, void* stream)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(force, "force");
        c_door::require(viscosity, "viscosity");
        adjoint->gradients = adjoint->adjoint.gradients_and_wait(static_cast<Stream>(stream));
        std::ranges::copy(adjoint->gradients->force, force);
        *viscosity = adjoint->gradients->viscosity;
        if (diffusivity != nullptr) {
            *diffusivity = adjoint->gradients->diffusivity;
        }
    });
}

int tobiuo_flow_adjoint_face(const tobiuo_flow_adjoint* adjoint, int face, int quantity,
                             double* values, int64_t* count)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(count, "count");
        if (!adjoint->gradients) {
            throw std::logic_error{
                "gradients by a face were asked for before they were found: call "
                "tobiuo_flow_adjoint_gradients_and_wait first"};
        }
        if (face < 0 || face > 5 || quantity < 0 || quantity > 3) {
            throw std::invalid_argument{"face " + std::to_string(face) + " and quantity " +
                                        std::to_string(quantity) +
                                        " are none of a flow: give 0 to 5 and 0 to 3"};
        }
        const std::vector<double>& found =
            adjoint->gradients->faces.at(static_cast<std::size_t>(face))
                .at(static_cast<std::size_t>(quantity));
        *count = static_cast<std::int64_t>(found.size());
        if (values != nullptr) {
            std::ranges::copy(found, values);
        }
    });
}

int tobiuo_flow_adjoint_memory_bytes(const tobiuo_flow_adjoint* adjoint, int64_t* bytes)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(bytes, "bytes");
        *bytes = static_cast<std::int64_t>(adjoint->adjoint.memory_bytes());
    });
}

int tobiuo_flow_adjoint_backend(const tobiuo_flow_adjoint* adjoint, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(adjoint->adjoint.backend());
    });
}

int tobiuo_flow_adjoint_describe(const tobiuo_flow_adjoint* adjoint, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(adjoint, "adjoint");
        c_door::require(text, "text");
        *text = adjoint->description.c_str();
    });
}

int tobiuo_flow_adjoint_destroy(tobiuo_flow_adjoint* adjoint)
{
    return c_door::guarded([&] { delete adjoint; });
}
